/** Days as `YYYY-MM-DD`, without zones: what a calendar counts with. */
import { localeOf } from "./words";

const DAY_MS = 864e5;
const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const iso = (date: Date) => date.toISOString().slice(0, 10);

/** Today where the visitor is. */
export function today(): string {
  const now = new Date();
  return iso(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())));
}

/** Some days later. */
export const addDays = (day: string, days: number) => iso(new Date(utc(day).getTime() + days * DAY_MS));

/** The same day of another month, or that month's last. */
export function addMonths(day: string, months: number): string {
  const first = utc(`${day.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return `${iso(first).slice(0, 8)}${String(Math.min(Number(day.slice(8)), last)).padStart(2, "0")}`;
}

/** The weeks that show a month, from Monday on. */
export function weeksOf(month: string): string[][] {
  const first = `${month.slice(0, 7)}-01`;
  const weeks: string[][] = [];
  let day = addDays(first, -((utc(first).getUTCDay() + 6) % 7));
  do {
    weeks.push(Array.from({ length: 7 }, (_, i) => addDays(day, i)));
    day = addDays(day, 7);
  } while (day.slice(0, 7) === first.slice(0, 7));
  return weeks;
}

/** A day in words. */
export const dayText = (day: string, language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: "UTC" }).format(utc(day));

/** A day as the visitor sends it: in words that bots read, else in digits, day first. */
export function sentDay(day: string, language: string): string {
  const base = language.split("-", 1)[0]!.toLowerCase();
  if (base === "en" || base === "hi") return dayText(day, base, { day: "numeric", month: "long", year: "numeric" });
  return day.split("-").reverse().join("/");
}

/** The present day of a moment, and its time of day, where the visitor is. */
export function momentOf(at: number, language: string): { day: string; time: string } {
  const date = new Date(at);
  const day = iso(new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())));
  const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return { day, time: new Intl.DateTimeFormat(localeOf(language), options).format(date) };
}
