/** A text that is completed as one types: suggestions in groups, by the keyboard too; without script by a form. */
import { useCallback, useState } from "react";
import { useDispatch } from "react-redux";
import { Button, Empty } from "../../../components";
import { Combobox } from "../../../components/fields/Combobox";
import type { Option, Search } from "../../../components/fields/useSearch";
import { useText } from "../../../lib/i18n";
import { useGetForm, usePage } from "../../../page";
import { tableApi } from "../datatables/api";
import type { designGrammar } from "./query";
import { Shelf } from "./Shelf";

/** Asks the API for what fits. */
function useSuggestions(): Search {
  const t = useText();
  const dispatch = useDispatch();
  return useCallback(
    async (q, signal) => {
      const request = dispatch(tableApi.endpoints.suggest.initiate(q, { subscribe: false }) as never) as unknown as {
        abort: () => void;
        unwrap: () => Promise<{ completions: { id: number; title: string; group: string }[] }>;
      };
      signal.addEventListener("abort", () => request.abort());
      // i18n: design.group.*
      return (await request.unwrap()).completions.map(({ title, group }) => ({
        value: title,
        label: title,
        group: t(`design.group.${group}`),
      }));
    },
    [dispatch, t],
  );
}

/** The field, and what its address has found. */
export function Completion() {
  const t = useText();
  const { page, query } = usePage<typeof designGrammar>();
  const submit = useGetForm();
  const source = useSuggestions();
  const [chosen, setChosen] = useState<Option | null>(null);
  const { data } = tableApi.useSuggestQuery(query.q, { skip: !query.q });
  return (
    <Shelf title={t("design.s.completion")}>
      <form className="stack" action={page.path} method="get" onSubmit={submit}>
        {query.s && <input type="hidden" name="s" value={query.s} />}
        <Combobox
          key={query.q}
          label={t("design.complete")}
          name="q"
          source={source}
          {...(query.q && { defaultValue: { value: query.q, label: query.q } })}
          help={t("design.completeHelp")}
          onChoose={setChosen}
        />
        <p className="row">
          <Button type="submit" variant="primary">
            {t("design.look")}
          </Button>
          {chosen && <span className="quiet">{chosen.group}</span>}
        </p>
      </form>
      {data &&
        (data.completions.length > 0 ? (
          <ul className="found">
            {data.completions.map(({ id, title, group }) => (
              <li key={id}>
                {title} <span className="quiet small">{t(`design.group.${group}`)}</span>
              </li>
            ))}
          </ul>
        ) : (
          <Empty icon="search" title={t("design.nothingFound")} />
        ))}
    </Shelf>
  );
}
