/** What a drag or a key makes of an event's time. */
import { addDays, type Day } from "../../../components/dates/days";
import type { Drag } from "./useDragging";
import { DAY_MINUTES, daysBetween, written, type Clock, type Placed } from "./time";
import type { When } from "./useEvents";

const SHORTEST = 15;

/** An event so many days and minutes later. */
export function shifted(placed: Placed, days: number, minutes: number): When {
  if (placed.whole) return { is_all_day: true, start: addDays(placed.first, days), end: addDays(placed.last, days) };
  const start = written({ day: addDays(placed.first, days), minute: placed.from + minutes });
  return {
    is_all_day: false,
    start,
    end: placed.event.end ? written({ day: addDays(placed.last, days), minute: placed.to + minutes }) : null,
  };
}

/** An event that ends so many days and minutes later, but not before it has begun. */
export function resized(placed: Placed, days: number, minutes: number): When {
  if (placed.whole) {
    const last = addDays(placed.last, days);
    return { is_all_day: true, start: placed.first, end: last < placed.first ? placed.first : last };
  }
  const length =
    daysBetween(placed.first, placed.last) * DAY_MINUTES + placed.to - placed.from + days * DAY_MINUTES + minutes;
  return {
    is_all_day: false,
    start: written({ day: placed.first, minute: placed.from }),
    end: written({ day: placed.first, minute: placed.from + Math.max(SHORTEST, length) }),
  };
}

/** What a drag makes of the event it holds. */
export function dragged({ kind, placed, from, to }: Drag): When | null {
  if (!placed) return null;
  const days = daysBetween(from.day, to.day);
  const minutes = placed.whole ? 0 : to.minute - from.minute;
  return kind === "resize" ? resized(placed, days, minutes) : shifted(placed, days, minutes);
}

/** The two ends of a selection in their order. */
export function ends({ from, to }: { from: Clock; to: Clock }): [Clock, Clock] {
  return from.day < to.day || (from.day === to.day && from.minute <= to.minute) ? [from, to] : [to, from];
}

/** How an event looks at another time before the server has said so: clock times stand as instants of the zone. */
export function seenAs(when: When, zone: string): When {
  return when.is_all_day
    ? when
    : { ...when, start: instant(when.start, zone), end: when.end && instant(when.end, zone) };
}

/** The instant of a clock time; the offset is looked up where the clocks are about to be. */
function instant(text: string, zone: string): string {
  const guess = Date.parse(`${text}:00Z`);
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  const offset = (at: number) => Date.parse(`${format.format(at).replace(" ", "T")}Z`) - at;
  const once = guess - offset(guess);
  return new Date(guess - offset(once)).toISOString();
}

/** The keys that move and stretch an event, as days and minutes. */
export function byKey(key: string, whole: boolean, rtl: boolean): { days: number; minutes: number } | null {
  const side = rtl ? -1 : 1;
  if (key === "ArrowLeft") return { days: -side, minutes: 0 };
  if (key === "ArrowRight") return { days: side, minutes: 0 };
  if (key === "ArrowUp") return whole ? { days: -7, minutes: 0 } : { days: 0, minutes: -15 };
  if (key === "ArrowDown") return whole ? { days: 7, minutes: 0 } : { days: 0, minutes: 15 };
  return null;
}

/** Whether a day lies within a selection of whole days. */
export const within = (day: Day, drag: Drag | null): boolean => {
  if (drag?.kind !== "select") return false;
  const [first, last] = ends(drag);
  return first.day <= day && day <= last.day;
};
