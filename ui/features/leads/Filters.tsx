/** What narrows board, list and leaks: words, outlet, owner, and when the warranty ends. */
import type { ReactNode } from "react";
import { MenuLink } from "../../components";
import { Chip, FilterMenu } from "../../components/filters";
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
  const menu = (name: "outlet" | "owner", options: readonly { id: string; label: string }[]) => (
    <FilterMenu
      label={t(`leads.by.${name}`) /* i18n: leads.by.* */}
      value={options.find(({ id }) => id === values[name])?.label ?? t("leads.everything")}
      tint={Boolean(values[name])}
    >
      {[{ id: "", label: t("leads.everything") }, ...options].map(({ id, label }) => (
        <MenuLink key={id} to={to({ [name]: id || undefined })} current={values[name] === id}>
          <bdi>{label}</bdi>
        </MenuLink>
      ))}
    </FilterMenu>
  );
  const filters = ["parent", "city", "outlet", "owner", "ends", "state", "overdue", "reason", "sort"];
  return (
    <div className="ld-tools">
      <SearchForm label={t("leads.search")} action={action} value={values.q} onSubmit={submit}>
        {filters.map((name) => values[name] && <input key={name} type="hidden" name={name} value={values[name]} />)}
      </SearchForm>
      {choices &&
        menu(
          "outlet",
          choices.outlets.map(({ id, name }) => ({ id, label: name })),
        )}
      {choices &&
        menu(
          "owner",
          choices.owners.map(({ id, full_name }) => ({ id, label: full_name })),
        )}
      <FilterMenu
        label={t("leads.by.ends")}
        value={values.ends ? t("leads.withinDays", { n: Number(values.ends) }) : t("leads.everything")}
        tint={Boolean(values.ends)}
      >
        {["", ...ENDS].map((days) => (
          <MenuLink key={days} to={to({ ends: days || undefined })} current={values.ends === days}>
            {days ? t("leads.withinDays", { n: Number(days) }) : t("leads.everything")}
          </MenuLink>
        ))}
      </FilterMenu>
      {more}
      {values.parent && <Chip value={t("leads.oneGroup")} removeTo={to({ parent: undefined, city: undefined })} />}
      {values.city && <Chip value={t("leads.oneCity")} removeTo={to({ city: undefined })} />}
    </div>
  );
}
