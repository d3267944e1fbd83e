/** Business hours in a line. */
import { DAYS, type BusinessHours } from "../../../components/fields/hours";
import type { Formatter } from "../../../lib/format";
import type { TextFunction } from "../../../lib/messages";

/** Neighbouring days with the same hours share a part: “Mon – Fri 09:00–18:00, Sat 09:00–16:00”. */
export function hoursText(hours: Readonly<Record<string, unknown>> | null, f: Formatter, t: TextFunction): string {
  if (!hours) return t("bot.alwaysOpen");
  const { week = {}, holidays = [] } = hours as BusinessHours;
  const spans = DAYS.map((day) => (week[day] ?? []).map(([from, to]) => `${from}–${to}`).join(f.comma));
  const parts: string[] = [];
  for (let first = 0; first < DAYS.length;) {
    let last = first;
    while (last + 1 < DAYS.length && spans[last + 1] === spans[first]) last += 1;
    const days = first === last ? f.weekday(first) : `${f.weekday(first)} – ${f.weekday(last)}`;
    if (spans[first]) parts.push(`${days} ${spans[first]}`);
    first = last + 1;
  }
  if (holidays.length > 0) parts.push(t("overview.holidays", { n: holidays.length }));
  return parts.join(f.comma);
}
