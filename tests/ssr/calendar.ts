/** Answers of the calendar. */
import type { CalendarEvent } from "../../ui/features/office/calendar/types";

/** An event of an hour, and one of days. */
export const EVENT: CalendarEvent = {
  id: "51",
  number: 3,
  title: "Review </script> of the month",
  calendar: "Business",
  is_all_day: false,
  start: "2026-11-21T04:30:00Z",
  end: "2026-11-21T06:00:00Z",
  url: "https://example.com",
  location: "Pune",
  description: "Three questions.",
  guests: ["Asha Kulkarni"],
  is_deleted: false,
  updated_at: "2026-11-20T08:00:00Z",
  revision: 2,
};
export const DAYS: CalendarEvent = {
  ...EVENT,
  id: "52",
  number: 4,
  title: "Training",
  calendar: "Family",
  is_all_day: true,
  start: "2026-11-20",
  end: "2026-11-24",
};
const list = (items: CalendarEvent[]) => ({ items, total: items.length, page: 1, per: 25, next: null, previous: null });

/** The answer to a path of theirs; nothing for any other. */
export function calendar(path: string): unknown {
  if (path.startsWith("/api/v1/events/between"))
    return { events: [DAYS, EVENT, { ...EVENT, id: "53", title: "Beside it" }], total: 3 };
  if (path.startsWith("/api/v1/events/")) return EVENT;
  if (path.startsWith("/api/v1/events")) return list([DAYS, EVENT]);
  return undefined;
}
