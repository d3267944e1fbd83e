/** Where events stand on the clocks of a zone, and which days a view shows. */
import {
  addDays,
  addMonths,
  daysIn,
  monthOf,
  todayIn,
  weekday,
  weekStart,
  type Day,
} from "../../../components/dates/days";
import type { Locale, Session } from "../../../lib/session";
import type { CalendarEvent, View } from "./types";

export const DAY_MINUTES = 1440;
/** How long an event without an end is drawn. */
const UNENDED = 60;

/** A minute of a day. */
export interface Clock {
  day: Day;
  minute: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Day and minute of an instant where the clocks of a zone stand. */
export function clockOf(instant: string, zone: string): Clock {
  let format = clocks.get(zone);
  if (!format)
    clocks.set(
      zone,
      (format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" })),
    );
  const [day = "", time = "00:00"] = format.format(new Date(instant)).split(" ");
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return { day, minute: hour * 60 + minute };
}

/** A clock time as inputs and the API take it; past midnight it is the next day's. */
export function written({ day, minute }: Clock): string {
  const days = Math.floor(minute / DAY_MINUTES);
  const rest = minute - days * DAY_MINUTES;
  const two = (n: number) => String(n).padStart(2, "0");
  return `${addDays(day, days)}T${two(Math.floor(rest / 60))}:${two(rest % 60)}`;
}

/** An event with its days and the minutes it begins and ends at. */
export interface Placed {
  event: CalendarEvent;
  whole: boolean;
  first: Day;
  last: Day;
  from: number;
  /** On the last day; 1440 is midnight. */
  to: number;
}

/** Where an event is; what ends at midnight is not on the day that begins then. */
export function place(event: CalendarEvent, zone: string): Placed | null {
  const { start, end } = event;
  if (!start) return null;
  if (event.is_all_day) return { event, whole: true, first: start, last: end ?? start, from: 0, to: DAY_MINUTES };
  const begins = clockOf(start, zone);
  const ends = end ? clockOf(end, zone) : { day: begins.day, minute: Math.min(DAY_MINUTES, begins.minute + UNENDED) };
  const midnight = ends.minute === 0 && ends.day > begins.day;
  return {
    event,
    whole: false,
    first: begins.day,
    last: midnight ? addDays(ends.day, -1) : ends.day,
    from: begins.minute,
    to: midnight ? DAY_MINUTES : ends.minute,
  };
}

/** Events in the order they are laid out: the earliest first, the longest first among those. */
export function placeAll(events: readonly CalendarEvent[], zone: string): Placed[] {
  const all = events.map((event) => place(event, zone)).filter((placed) => placed !== null);
  const days = (placed: Placed) => daysIn(placed.first, placed.last);
  return all.sort((a, b) =>
    a.first < b.first
      ? -1
      : a.first > b.first
        ? 1
        : days(b) - days(a) ||
          Number(b.whole) - Number(a.whole) ||
          a.from - b.from ||
          b.to - a.to ||
          (a.event.id < b.event.id ? -1 : 1),
  );
}

const DAY = /^(19|20|21)\d\d-\d\d-\d\d$/;
const isDay = (text: string) => DAY.test(text) && (new Date(text).toJSON() ?? "").startsWith(text);

/** The day an address names, or today. */
export const dayOf = (date: string, { zone, now }: Pick<Session, "zone" | "now">): Day =>
  isDay(date) ? date : todayIn(zone, now);

/** The first day of a day's week. */
export const weekOf = (day: Day, locale: Locale): Day => addDays(day, -((weekday(day) - weekStart(locale) + 7) % 7));

/** The days a view shows around a day. */
export function spanOf(view: View, day: Day, locale: Locale): { from: Day; to: Day } {
  if (view === "day") return { from: day, to: day };
  if (view === "week") return { from: weekOf(day, locale), to: addDays(weekOf(day, locale), 6) };
  const from = weekOf(monthOf(day), locale);
  const last = addDays(addMonths(monthOf(day), 1), -1);
  return { from, to: addDays(weekOf(last, locale), 6) };
}

/** The day that one step on in a view leads to. */
export function step(view: View, day: Day, by: 1 | -1): Day {
  if (view === "month") return addMonths(monthOf(day), by);
  if (view === "day") return addDays(day, by);
  return addDays(day, 7 * by);
}

/** Days one after another. */
export const daysFrom = (from: Day, count: number): Day[] => Array.from({ length: count }, (_, n) => addDays(from, n));

/** From here to there in days; negative backwards. */
export const daysBetween = (from: Day, to: Day): number => (to >= from ? daysIn(from, to) - 1 : 1 - daysIn(to, from));
