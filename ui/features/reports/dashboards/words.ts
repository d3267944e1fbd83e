/** What tiles are called. */
import type { TextFunction } from "../../../lib/messages";
import { metricName } from "../cards/figures";
import type { Tile } from "./api";

const TITLES = { dashboard: "reports.title", documents: "knowledge.title" } as const;

/** A text, or an id where it has none. */
const known = (key: string, id: string, t: TextFunction) => (t(key) === key ? id : t(key));

/** The name of a figure or of a key figure of a report. */
export function partName(report: string, figure: string, t: TextFunction): string {
  const metric = figure.replace(/^card:/, "");
  const area = report === "documents" ? "knowledge.f" : `figures.${report.split("/")[0]}`;
  const name = known(`${area}.${figure}`, "", t); // i18n: figures.dashboard.*
  return name || metricName(metric, t);
}

/** The name of a tile. */
export const tileName = ({ report, figure, card }: Tile, t: TextFunction): string =>
  card ? metricName(card.id, t) : partName(report, figure, t);

/** The name of a report. */
export function reportName(report: string, t: TextFunction): string {
  const [name, group] = report.split("/");
  return group
    ? t(`reports.${group}`)
    : name === "dashboard" || name === "documents"
      ? t(TITLES[name])
      : t(`figures.${name}`);
}
