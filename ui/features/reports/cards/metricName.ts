/** What metrics are called: those of calls have a catalogue of their own, which few pages load. */
import type { TextFunction } from "../../../lib/messages";

/** The name of a metric; its id where no catalogue has it. */
export function metricName(id: string, t: TextFunction): string {
  // i18n: reports.k.* callmetrics.*
  const key = [`reports.k.${id}`, `callmetrics.${id}`].find((one) => t(one) !== one);
  return key ? t(key) : id;
}
