/** The card of a figure: its title, its picture by kind, its numbers as a table, and the file of them. */
import type { ReactNode } from "react";
import { Card } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { later, PageLink, useSite } from "../../../page";
import { areaOf, titleKey, type Figure, type Report, type ReportName } from "../standard/api";
import type { Drawn } from "./values";

// Pictures are read by keys a moment after the page is there.
const FileLink = later(() => import("../cards/FileLink"), "FileLink");
const TableFigure = later(() => import("./TableFigure"), "TableFigure");
const SeriesFigure = later(() => import("./SeriesFigure"), "SeriesFigure");
const GridFigure = later(() => import("./GridFigure"), "GridFigure");
const FlowFigure = later(() => import("./FlowFigure"), "FlowFigure");
const FunnelFigure = later(() => import("./FunnelFigure"), "FunnelFigure");
const CohortFigure = later(() => import("./CohortFigure"), "CohortFigure");

/** The component of each kind. */
const KINDS = {
  series: SeriesFigure,
  bars: TableFigure,
  distribution: TableFigure,
  table: TableFigure,
  heat: GridFigure,
  matrix: GridFigure,
  cohort: CohortFigure,
  flow: FlowFigure,
  funnel: FunnelFigure,
};
interface Props {
  report: ReportName;
  subject: string;
  figure: Figure;
  data: Pick<Report, "filters" | "currency" | "markers">;
  /** What steps are called, by id, where the figure has some. */
  labels?: Readonly<Record<string, string>>;
  file: string;
  /** The address that adds it to a dashboard. */
  add?: string;
  lead?: ReactNode;
  id?: string;
  drawLesson?: Drawn["drawLesson"];
}

/** The card, or in place of its picture why there is none. */
export function FigureCard({ report, subject, figure, data, labels = {}, file, add, lead, id, drawLesson }: Props) {
  const t = useText();
  const f = useFormat();
  const { session } = useSite();
  const heads = areaOf(report);
  const title = t(titleKey(report, figure.id)); // i18n: docreport.documents.* speech.speech.*
  const writer = {
    f,
    t,
    data,
    labels: { ...labels, ...figure.names },
    heads,
    names: new Intl.DisplayNames(session.locale, { type: "language" }),
  };
  const Kind = KINDS[figure.kind];
  const isEmpty = figure.rows.length === 0;
  const reason = ["uncounted", "long", "usual", "young"].find((mark) => figure.marks.includes(mark));
  return (
    <Card
      className={`col-${figure.width} fg`}
      id={id ?? `f-${figure.id}`}
      title={title}
      lead={lead}
      // Tables reach from one edge of the card to the other.
      flush={!isEmpty && (Kind === TableFigure || Kind === CohortFigure)}
      aside={
        <>
          {figure.link && <PageLink to={figure.link}>{t("reports.all")}</PageLink>}
          <FileLink subject={subject} file={file} name={title} add={add} />
        </>
      }
    >
      {isEmpty ? (
        <p className="quiet">
          {
            // i18n: figures.uncounted figures.long figures.usual figures.young figures.none docreport.none speech.none
            t(`${heads}.${reason ?? "none"}`)
          }
        </p>
      ) : (
        <Kind figure={figure} title={title} writer={writer} drawLesson={drawLesson} />
      )}
    </Card>
  );
}
