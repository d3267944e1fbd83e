/** The dashboard: eight key figures, and the figures that explain them. */
import { useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { REPEATED_S, reportsApi, workbookPath } from "./api";
import { ReportShell } from "../shell/ReportShell";
import type { reportQuery } from "../filters/query";

// Pictures are read by keys a moment after the page is there.
const NowStrip = later(() => import("../shell/NowStrip"), "NowStrip");
const OutcomesCard = later(() => import("./OutcomesCard"), "OutcomesCard");
const IntentsCard = later(() => import("./IntentsCard"), "IntentsCard");
const SeriesCard = later(() => import("./SeriesCard"));
const ChannelsCard = later(() => import("./ChannelsCard"), "ChannelsCard");
const FirstUse = later(() => import("../shell/ReportStates"), "FirstUse");
const Failed = later(() => import("../shell/ReportStates"), "Failed");
const HeatCard = later(() => import("./HeatCard"));
const OutletsCard = later(() => import("./OwnFigures"), "OutletsCard");
const AnomaliesCard = later(() => import("./OwnFigures"), "AnomaliesCard");

/** The page in each of its states. */
export default function DashboardPage() {
  const t = useText();
  const { query } = usePage<typeof reportQuery>();
  const { data, error, refetch } = reportsApi.useDashboardQuery(query, { refetchOnMountOrArgChange: REPEATED_S });
  const title = t("reports.title");
  if (!data) return error ? <Failed title={title} error={error} retry={() => void refetch()} /> : null;
  if (data.as_of === null) return <FirstUse title={title} />;
  const hasOutlets = data.figures.some(({ id, rows }) => id === "outlets" && rows.length > 0);
  return (
    <ReportShell
      title={title}
      report="dashboard"
      data={data}
      isLast={error !== undefined}
      isEmpty={data.series.buckets.every((bucket) => bucket.total === 0)}
      subject="Dashboard"
      file={workbookPath(query)}
      now={<NowStrip of={query} />}
      hasMarkers
    >
      <SeriesCard data={data} />
      <OutcomesCard data={data} />
      <IntentsCard data={data} />
      <ChannelsCard data={data} />
      <HeatCard data={data} isWide={!hasOutlets} />
      {hasOutlets && <OutletsCard data={data} />}
      <AnomaliesCard data={data} />
    </ReportShell>
  );
}
