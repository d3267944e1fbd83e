/** What the menu of a report's range offers. */
import { useDispatch, useSelector } from "react-redux";
import { MenuLink } from "../../../components";
import { useText } from "../../../lib/i18n";
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

/** Presets and years as links, two dates as a GET form; other dates have other steps. */
export function RangeChoices({ filters }: Pick<Shown, "filters">) {
  const t = useText();
  const { query, session, url, here } = usePage<typeof reportQuery>();
  const submit = useGetForm();
  const dispatch = useDispatch();
  const typed = useSelector(selectFiltersForm);
  const parameters = new URLSearchParams(here({ r: undefined, g: undefined }).split("?")[1] ?? "");
  return (
    <>
      {PRESETS.map((preset) => (
        <MenuLink key={preset} to={here({ r: preset, g: undefined })} current={query.r === preset}>
          {t(`reports.r.${preset}`)}
        </MenuLink>
      ))}
      <p className="yr">
        {years(session.now).map((year) => {
          const range = `${year}-01-01..${year}-12-31`;
          return (
            <PageLink
              key={year}
              to={here({ r: range, g: undefined })}
              aria-current={query.r === range ? "true" : undefined}
            >
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
        {[...parameters].map(([key, value]) => (
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
    </>
  );
}
