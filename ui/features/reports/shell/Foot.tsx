/** Below every report: how fresh its figures are, what they leave out, and what people set and note about them. */
import { ActionForm } from "../../../components/ActionForm";
import { BytesUsed } from "../../../components/BytesUsed";
import { useFormat, useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { PageLink, usePage } from "../../../page";
import { filters } from "../dashboard/api";
import type { reportQuery } from "../filters/query";
import type { Shown } from "./types";

/** How fresh the figures are, and what they leave out. */
export function Foot({ data, report }: { data: Shown; report?: string }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof reportQuery>();
  const question = path("", filters({ ...query, grp: data.filters.grp })).replace("?", "");
  return (
    <div className="ft">
      <ActionForm id="receipt" call="/api/v1/receipts" page={here()} then="/receipts/{id}" hidden>
        <input type="hidden" name="query" value={question} />
      </ActionForm>
      <span>{t("reports.dataAsOf", { time: f.dateTime(data.as_of, data.filters.zone), zone: data.filters.zone })}</span>
      <span>{t("reports.excludes", { n: data.excluded.test })}</span>
      {data.excluded.estimated > 0 && <span>{t("reports.estimatedLeft", { n: data.excluded.estimated })}</span>}
      <PageLink to="/reports/annotations">{t("reports.annotations")}</PageLink>
      <PageLink to="/reports/targets">{t("reports.targets")}</PageLink>
      {report && !data.frozen && (
        <ActionForm call="/api/v1/snapshots" page={here()} then={here({ snap: "{id}" }).replace("%7Bid%7D", "{id}")}>
          <input type="hidden" name="report" value={report} />
          <input type="hidden" name="query" value={question} />
          <button type="submit">{t("reports.freeze")}</button>
        </ActionForm>
      )}
      {report && !data.frozen && (
        <PageLink to={path("/reports/schedules", { do: "new", report, query: question })}>
          {t("reports.schedule")}
        </PageLink>
      )}
      <PageLink to="/reports/snapshots">{t("reports.snapshots")}</PageLink>
      <BytesUsed />
    </div>
  );
}
