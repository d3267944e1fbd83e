/** The range of a report: presets and years as links, two dates as a GET form. */
import { useDispatch, useSelector } from "react-redux";
import { FilterMenu, MenuLink } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink, useGetForm, usePage } from "../../../page";
import { formTyped, selectFiltersForm } from "../../../state";
import type { reportQuery } from "../filters/query";
import { PRESETS } from "../filters/values";
import type { Shown } from "./types";

/** The year each list of years begins with. */
const FIRST_YEAR = 2018;

/** The years one may choose, newest first. */
function years(now: string): number[] {
  const last = Number(now.slice(0, 4));
  return Array.from({ length: last - FIRST_YEAR + 1 }, (_, index) => last - index);
}

/** Presets and years as links, two dates as a GET form. */
export function RangeMenu({ filters }: Pick<Shown, "filters">) {
  const t = useText();
  const f = useFormat();
  const { query, session, url, here } = usePage<typeof reportQuery>();
  const submit = useGetForm();
  const dispatch = useDispatch();
  const typed = useSelector(selectFiltersForm);
  const custom = query.r.includes("..");
  const kept = new URLSearchParams(here({ r: undefined }).split("?")[1] ?? "");
  return (
    <FilterMenu
      label={t("reports.range")}
      value={
        <>
          {t(`reports.r.${custom ? "custom" : query.r}`) /* i18n: reports.r.* */}{" "}
          <span className="quiet">{f.range(filters.from, filters.to)}</span>
        </>
      }
      name="filter"
    >
      {PRESETS.map((preset) => (
        <MenuLink key={preset} to={here({ r: preset })} current={query.r === preset}>
          {t(`reports.r.${preset}`)}
        </MenuLink>
      ))}
      <p className="yr">
        {years(session.now).map((year) => {
          const range = `${year}-01-01..${year}-12-31`;
          return (
            <PageLink key={year} to={here({ r: range })} aria-current={query.r === range ? "true" : undefined}>
              {year}
            </PageLink>
          );
        })}
      </p>
      <form
        noValidate
        className="fd"
        action={url.replace(/\?.*/, "")}
        method="get"
        onSubmit={submit}
        key={`${filters.from} ${filters.to}`}
      >
        {[...kept].map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <label>
          {t("reports.from")}
          <input
            type="date"
            name="r"
            defaultValue={typed.from ?? filters.from}
            onChange={(event) => dispatch(formTyped({ from: event.target.value }))}
            required
          />
        </label>
        <label>
          {t("reports.to")}
          <input
            type="date"
            name="r"
            defaultValue={typed.to ?? filters.to}
            onChange={(event) => dispatch(formTyped({ to: event.target.value }))}
            required
          />
        </label>
        <button className="button" type="submit">
          {t("reports.show")}
        </button>
      </form>
    </FilterMenu>
  );
}
