/** What narrows board, list and leaks: words, outlet, owner, and when the warranty ends. */
import type { ReactNode } from "react";
import { HiddenValues } from "../../components/fields/HiddenValues";
import { ChoiceMenu } from "../../components/ChoiceMenu";
import { Chip } from "../../components/filters";
import { SearchForm } from "../../components/fields/SearchForm";
import { useText } from "../../lib/i18n";
import { useGetForm, usePage } from "../../page";
import { leadsApi } from "./api";
import type { Narrowing } from "./query";
import { ENDS } from "./types";

/** The line of filters; `more` are those of one page. */
export function Filters({ action, choosing, more }: { action: string; choosing: boolean; more?: ReactNode }) {
  const t = useText();
  const submit = useGetForm();
  const { query, here } = usePage();
  const values = query as unknown as Narrowing & Readonly<Record<string, string>>;
  const { data: choices } = leadsApi.useLeadChoicesQuery(undefined, { skip: !choosing });
  const first = { page: undefined, do: undefined, lead: undefined };
  const to = (change: Readonly<Record<string, string | undefined>>) => here({ ...first, ...change } as never);
  const menu = (name: "outlet" | "owner", options: readonly (readonly [string, string])[]) => (
    <ChoiceMenu
      label={t(`leads.by.${name}`) /* i18n: leads.by.* */}
      value={values[name]}
      all={t("leads.everything")}
      options={options}
      to={(id) => to({ [name]: id })}
    />
  );
  const filters = ["parent", "city", "outlet", "owner", "ends", "state", "overdue", "reason", "by", "rows", "sort"];
  return (
    <div className="ld-tools">
      <SearchForm label={t("leads.search")} action={action} value={values.q} onSubmit={submit}>
        <HiddenValues values={Object.fromEntries(filters.map((name) => [name, values[name]]))} />
      </SearchForm>
      {choices &&
        menu(
          "outlet",
          choices.outlets.map(({ id, name }) => [id, name]),
        )}
      {choices &&
        menu(
          "owner",
          choices.owners.map(({ id, full_name }) => [id, full_name]),
        )}
      <ChoiceMenu
        label={t("leads.by.ends")}
        value={values.ends}
        all={t("leads.everything")}
        options={ENDS.map((days) => [days, t("leads.withinDays", { n: Number(days) })])}
        to={(ends) => to({ ends })}
      />
      {more}
      {values.parent && <Chip value={t("leads.oneGroup")} removeTo={to({ parent: undefined, city: undefined })} />}
      {values.city && <Chip value={t("leads.oneCity")} removeTo={to({ city: undefined })} />}
    </div>
  );
}
