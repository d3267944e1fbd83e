/** How a step of a report is written. */
import type { Formatter } from "../../../lib/format";

/** A step by its first instant or date: an hour, a day or week, a month or a year. */
export function stepText(step: string, start: string, zone: string, f: Formatter): string {
  if (step === "hour") return `${f.day(start, zone)} ${f.time(start, zone)}`;
  if (step === "month") return f.month(start);
  return step === "year" ? start.slice(0, 4) : f.day(start);
}
