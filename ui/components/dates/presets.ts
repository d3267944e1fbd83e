import type { TextFunction } from "../../lib/messages";
import type { Preset } from "./DateRange";
import { addDays, addMonths, monthOf, type Day } from "./days";

const RANGES: Readonly<Record<string, (today: Day) => [from: Day, to: Day]>> = {
  today: (today) => [today, today],
  last_7_days: (today) => [addDays(today, -7), addDays(today, -1)],
  last_28_days: (today) => [addDays(today, -28), addDays(today, -1)],
  this_month: (today) => [monthOf(today), today],
  last_month: (today) => [addMonths(monthOf(today), -1), addDays(monthOf(today), -1)],
  this_year: (today) => [`${today.slice(0, 4)}-01-01`, today],
};

/** The ranges that reports know by name, as days; the server says the same of them. */
export function presetsOf(today: Day, t: TextFunction): readonly Preset[] {
  return Object.entries(RANGES).map(([id, days]) => {
    const [from, to] = days(today);
    return { id, label: t(`dates.preset.${id}`), from, to }; // i18n: dates.preset.*
  });
}
