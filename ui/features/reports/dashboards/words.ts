/** What tiles are called. */
import type { TextFunction } from "../../../lib/messages";
import { metricName } from "../cards/metricName";
import { areaOf, titleKey } from "../standard/api";
import type { Tile } from "./api";

/** A text, or an id where it has none. */
const textOf = (key: string, id: string, t: TextFunction) => (t(key) === key ? id : t(key));

/** The name of a figure or of a key figure of a report. */
export function partName(report: string, figure: string, t: TextFunction): string {
  const metric = figure.replace(/^card:/, "");
  return textOf(titleKey(report, figure), "", t) || metricName(metric, t);
}

/** The name of a tile. */
export const tileName = ({ report, figure, card }: Tile, t: TextFunction): string =>
  card ? metricName(card.id, t) : partName(report, figure, t);

/** The name of a report. */
export function reportName(report: string, t: TextFunction): string {
  const [name, group] = report.split("/");
  return group ? t(`reports.${group}`) : name === "dashboard" ? t("reports.title") : t(`${areaOf(report)}.${name}`);
}
