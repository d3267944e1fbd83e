/** Business hours as documents have them, and how they are read from the fields of a form. */

export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Day = (typeof DAYS)[number];

/** Hours as a flow document and an outlet have them. */
export interface BusinessHours {
  week?: Partial<Record<Day, [string, string][]>>;
  zone?: string;
  holidays?: string[];
}

/** What is wrong, by the name of the field. */
export type HoursProblem = "time" | "pair" | "overlap" | "none" | "day";
export type HoursRead = { hours: BusinessHours | undefined } | { problems: Record<string, HoursProblem> };

const TIME = /^(?:[01]?\d|2[0-3]):[0-5]\d$|^24:00$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Read the fields named as in a document (`hours.week.mon.0.1`): hours, none for always open, or what does not fit. */
export function readHours(values: ReadonlyMap<string, string>): HoursRead {
  if (values.get("hours.open") !== "hours") return { hours: undefined };
  const problems: Record<string, HoursProblem> = {};
  const week: NonNullable<BusinessHours["week"]> = {};
  for (const day of DAYS) {
    for (let span = 0; values.has(`hours.week.${day}.${span}.0`); span += 1) {
      const keys = [0, 1].map((end) => `hours.week.${day}.${span}.${end}`);
      const [from = "", to = ""] = keys.map((key) => values.get(key)?.trim() ?? "");
      if (!from && !to) continue;
      const unread = keys.filter((_, end) => !TIME.test(end ? to : from));
      for (const key of unread) problems[key] = "time";
      if (unread.length > 0) continue;
      if (from.padStart(5, "0") === to.padStart(5, "0")) problems[keys[1]!] = "pair";
      else (week[day] ??= []).push([from.padStart(5, "0"), to.padStart(5, "0")]);
    }
    const spans = week[day]?.sort(([first], [second]) => first.localeCompare(second)) ?? [];
    // A span over midnight is followed by no other one of its day.
    if (spans.some(([from, to], at) => spans[at + 1] && (from >= to || to > spans[at + 1]![0])))
      problems[`hours.week.${day}`] = "overlap";
  }
  const holidays: string[] = [];
  for (const [key, value] of values) {
    if (!key.startsWith("hours.holidays.") || !value) continue;
    if (DATE.test(value)) holidays.push(value);
    else problems[key] = "day";
  }
  if (Object.keys(problems).length === 0 && Object.keys(week).length === 0) problems["hours.week"] = "none";
  if (Object.keys(problems).length > 0) return { problems };
  const zone = values.get("hours.zone");
  return {
    hours: {
      week,
      ...(zone && { zone }),
      ...(holidays.length > 0 && { holidays: [...new Set(holidays)].sort() }),
    },
  };
}
