/** The texts one by one, fifty on a page. */
import { useState } from "react";
import { ActionForm, Button, Card, Empty, Pill, Segments } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { SearchForm } from "../../../components/fields/SearchForm";
import { useFormat, useText } from "../../../lib/i18n";
import { useGetForm, usePage } from "../../../page";
import { Besides } from "../document/Besides";
import { EditorLink, FieldRoot, useEditor } from "../document/editor";
import { useLanguageName } from "../document/languageName";
import { LIMITS } from "../document/limits";
import { nodeLabel } from "../document/outline";
import { Refused } from "../document/Refused";
import { TextsField } from "../document/TextsField";
import { filterPlaces, places, stateOf, type Place, type Stale } from "./places";
import { ONLY, type textsGrammar } from "./query";

const PER = 50;

/** The list in which texts are changed; what it is narrowed to is decided when it opens, so that no row runs away. */
export function TextRows({ stale }: { stale: Stale }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof textsGrammar, "id">();
  const { bot, document, revision, language, beside, mayEdit, refused } = useEditor();
  const search = useGetForm();
  const all = places(document);
  const [chosen] = useState(() => {
    const languages = beside ? [language, beside] : [language];
    return filterPlaces(all, { only: query.only, q: query.q, languages, stale }).map(({ path }) => path);
  });
  const page = Math.min(Number(query.page) || 1, Math.max(1, Math.ceil(chosen.length / PER)));
  const byPath = new Map(all.map((place) => [place.path, place]));
  const rows = chosen.slice((page - 1) * PER, page * PER).flatMap((path) => byPath.get(path) ?? []);
  const to = (number: number) => here({ page: number });
  return (
    <Card
      id="texts"
      flush
      className="btx"
      title={t("texts.title")}
      lead={t("texts.n", { n: f.number(chosen.length), of: f.number(all.length) })}
      aside={
        <SearchForm
          label={t("texts.search")}
          action={here({ q: undefined, page: undefined })}
          value={query.q}
          maxLength={100}
          onSubmit={search}
        />
      }
      foot={
        chosen.length > PER && (
          <Pagination
            of={{
              page,
              per: PER,
              total: chosen.length,
              previous: page > 1 ? page - 1 : null,
              next: page * PER < chosen.length ? page + 1 : null,
            }}
            to={(n) => to(Number(n))}
          />
        )
      }
    >
      <div className="btx-head row apart">
        {/* i18n: texts.only.* */}
        <Segments
          label={t("texts.show")}
          items={(["", ...ONLY] as const).map((only) => ({
            to: here({ only: only || undefined, page: undefined }),
            label: t(`texts.only.${only || "all"}`),
            current: query.only === only,
          }))}
        />
        <Besides />
      </div>
      {rows.length === 0 && (
        <Empty icon="messages-square" title={t(query.only && !query.q ? "texts.nothing" : "texts.noneFound")} />
      )}
      {rows.length > 0 && (
        <ActionForm
          call={`/api/v1/bots/${bot}/texts`}
          method="PATCH"
          page={here()}
          revision={String(revision)}
          autoComplete="off"
          done="saved"
          onSubmit={(event) => event.preventDefault()}
        >
          {refused && <Refused />}
          <ul className="btx-rows">
            {rows.map((place, at) => (
              <TextRow key={place.path} place={place} at={at} stale={stale} />
            ))}
          </ul>
          {mayEdit && (
            <p className="unscripted btx-save">
              <Button type="submit" variant="primary">
                {t("flow.savePart")}
              </Button>
            </p>
          )}
        </ActionForm>
      )}
    </Card>
  );
}

/** One text: where it is, what is to be done about it, and its fields. */
function TextRow({ place, at, stale }: { place: Place; at: number; stale: Stale }) {
  const t = useText();
  const f = useFormat();
  const editor = useEditor();
  const languageName = useLanguageName();
  // i18n: texts.kind.*
  const kind = t(`texts.kind.${place.kind}`, { n: place.number ?? 1 });
  const label = place.node ? `${nodeLabel(place.node)}${f.comma}${kind}` : kind;
  const spoken = editor.beside ? [editor.language, editor.beside] : [editor.language];
  const open = spoken.flatMap((language) => {
    const state = stateOf(place, language, stale);
    return state ? [{ language, state }] : [];
  });
  return (
    <li id={`t-${place.path.replaceAll("/", "-")}`}>
      <div className="btx-where rows gap-4 breaks">
        {place.steps[0] === "nodes" && place.node ? (
          <EditorLink to={editor.at(place.node)}>{nodeLabel(place.node)}</EditorLink>
        ) : (
          place.node && <span>{nodeLabel(place.node)}</span>
        )}
        <span className="small quiet">{kind}</span>
        {open.map(({ language, state }) => (
          // i18n: texts.state.*
          <Pill key={language} tone="warn">
            {t(`texts.state.${state}`, { language: languageName(language) })}
          </Pill>
        ))}
        {open.some(({ state }) => state === "stale") && <span className="small quiet">{t("texts.staleHelp")}</span>}
      </div>
      <input type="hidden" name={`texts.${at}.path`} value={place.path} />
      <FieldRoot path={place.steps.slice(0, -1)}>
        <TextsField
          name={String(place.steps.at(-1))}
          sentAs={`texts.${at}.text`}
          label={label}
          limit={place.limit}
          bare={place.limit === LIMITS.title}
          rows={1}
        />
      </FieldRoot>
    </li>
  );
}
