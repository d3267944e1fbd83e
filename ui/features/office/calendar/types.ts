/** Events as the API answers them. */
import type { Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type CalendarEvent = Shape<"Event">;
export type EventSpan = Shape<"EventSpan">;
export type EventPage = Shape<"EventPage">;
export type EventChange = Shape<"EventChange">;
export type Calendar = CalendarEvent["calendar"];

export const CALENDARS = ["Business", "Holiday", "Personal", "Family", "ETC"] as const;
/** What the address says when no calendar at all is to be seen. */
export const NONE = "none";
export const VIEWS = ["month", "week", "day", "list", "deleted"] as const;
export type View = (typeof VIEWS)[number];

/** The days on a sheet and the calendars seen in it; none named means all. */
export interface SpanArgs {
  from: string;
  to: string;
  calendars: string;
}

/** A page of the list. */
export interface EventListArgs {
  from: string;
  calendars: string;
  deleted: boolean;
  page: PageRef;
}
