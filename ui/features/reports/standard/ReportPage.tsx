/** A report that is a list of figures, each drawn by the component of its kind. */
import type { ReactNode } from "react";
import { useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import type { reportQuery } from "../filters/query";
import { addPath, REPEATED_S } from "../dashboard/api";
import { ReportShell } from "../shell/ReportShell";
import { areaOf, argsOf, reportPath, standardApi, type ReportName } from "./api";
import { FigureCard } from "../figures/FigureCard";
import type { Drawn } from "../figures/values";

const FirstUse = later(() => import("../shell/ReportStates"), "FirstUse");
const Failed = later(() => import("../shell/ReportStates"), "Failed");

interface Props {
  report: ReportName;
  /** What one needs the right to read, and to export. */
  subject: string;
  /** The tab that is open, where the report has some. */
  tab?: string;
  tabs?: ReactNode;
  /** The key figures that are shown first; all where left out. */
  first?: readonly string[];
  drawLesson?: Drawn["drawLesson"];
}

/** The page in each of its states. */
export function ReportPage({ report, subject, tab = "", tabs, first, drawLesson }: Props) {
  const t = useText();
  const { query } = usePage<typeof reportQuery>();
  const args = argsOf(query);
  const result = standardApi.useReportQuery({ report, args }, { refetchOnMountOrArgChange: REPEATED_S });
  const { data, error, refetch } = result;
  const [name, group] = report.split("/");
  // i18n: figures.usage figures.engagement figures.journey docreport.documents speech.speech
  const title = t(group ? `reports.${group}` : `${areaOf(report)}.${name}`);
  if (!data) return error ? <Failed title={title} error={error} retry={() => void refetch()} /> : null;
  if (data.as_of === null) return <FirstUse title={title} />;
  const figures = data.figures.filter((figure) => figure.width > 0 && figure.tab === tab);
  const marked = query.markers === "off" ? { ...data, markers: [] } : data;
  return (
    <ReportShell
      title={title}
      report={report}
      data={data}
      isLast={error !== undefined}
      isEmpty={!data.cards[0]?.value && !figures.some(({ rows }) => rows.length > 0)}
      subject={subject}
      file={reportPath(report, args, ".xlsx")}
      tabs={tabs}
      first={first}
      hasGroups={!group}
      hasMarkers={figures.some(({ kind }) => kind === "series")}
    >
      {figures.map((figure) => (
        <FigureCard
          key={figure.id}
          report={report}
          subject={subject}
          figure={figure}
          data={marked}
          drawLesson={drawLesson}
          file={reportPath(report, args, `/${figure.id}.csv`)}
          add={addPath(report, figure.id, args)}
        />
      ))}
    </ReportShell>
  );
}
