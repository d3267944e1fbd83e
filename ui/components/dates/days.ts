import { INTL } from "../../lib/messages";
import type { Locale } from "../../lib/session";

/** A day without a zone, as `YYYY-MM-DD`: what date inputs and addresses have. Days compare as text. */
export type Day = string;

const DAY_MS = 86_400_000;
const ms = (day: Day) => Date.parse(`${day}T00:00:00Z`);
const written = (time: number): Day => new Date(time).toISOString().slice(0, 10);

/** So many days later. */
export const addDays = (day: Day, n: number): Day => written(ms(day) + n * DAY_MS);

/** How many days from one to another, both counted. */
export const daysIn = (from: Day, to: Day): number => Math.max(0, Math.round((ms(to) - ms(from)) / DAY_MS) + 1);

/** The first day of a day's month. */
export const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** So many months later, on the same day or the month's last. */
export function addMonths(day: Day, n: number): Day {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + n, 0)).getUTCDate();
  return written(Date.UTC(year, month - 1 + n, Math.min(date, last)));
}

/** The weekday, 1 for Monday to 7 for Sunday. */
export const weekday = (day: Day): number => ((new Date(ms(day)).getUTCDay() + 6) % 7) + 1;

/** Today, where the clock is at an instant. */
export const todayIn = (zone: string, now: string): Day =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(new Date(now));

interface Weeks {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

/** The weekday a week begins with, where the language is spoken; Monday where nobody says. */
export function weekStart(locale: Locale): number {
  const weeks = new Intl.Locale(INTL[locale]) as Weeks;
  return (weeks.getWeekInfo?.() ?? weeks.weekInfo)?.firstDay ?? 1;
}

/** A month's days by weeks; null where the week belongs to another month. */
export function weeksOf(month: Day, first: number): (Day | null)[][] {
  const start = monthOf(month);
  const before = (weekday(start) - first + 7) % 7;
  const count = daysIn(start, addDays(addMonths(start, 1), -1));
  const cells = Array.from({ length: Math.ceil((before + count) / 7) * 7 }, (_, i) =>
    i < before || i >= before + count ? null : addDays(start, i - before),
  );
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** The day that a key of a calendar leads to, or null when it is no such key. */
export function dayByKey(
  day: Day,
  key: string,
  { shift, rtl, first }: { shift: boolean; rtl: boolean; first: number },
): Day | null {
  const place = (weekday(day) - first + 7) % 7;
  const steps: Readonly<Record<string, () => Day>> = {
    ArrowLeft: () => addDays(day, rtl ? 1 : -1),
    ArrowRight: () => addDays(day, rtl ? -1 : 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => addDays(day, -place),
    End: () => addDays(day, 6 - place),
    PageUp: () => addMonths(day, shift ? -12 : -1),
    PageDown: () => addMonths(day, shift ? 12 : 1),
  };
  return steps[key]?.() ?? null;
}
