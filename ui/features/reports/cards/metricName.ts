/** What metrics are called: those of calls, documents and visits have catalogues of their own, which few pages load. */
import type { TextFunction } from "../../../lib/messages";

/** Catalogues that name metrics; a page that may show all of them declares them. */
const AREAS = ["reports", "speech", "docreport", "figures"];

/** The name of a metric; its id where no catalogue has it. */
export function metricName(id: string, t: TextFunction): string {
  // i18n: reports.k.* speech.k.* docreport.k.* figures.k.*
  const key = AREAS.map((area) => `${area}.k.${id}`).find((candidate) => t(candidate) !== candidate);
  return key ? t(key) : id;
}
