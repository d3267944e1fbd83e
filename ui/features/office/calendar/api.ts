/** The calls of events. */
import { api, path } from "../../../api";
import type { CalendarEvent, EventChange, EventListArgs, EventPage, EventSpan, SpanArgs } from "./types";

/** As many as a page of the list shows. */
export const PER = 25;

/** An event and the revision of it that one has seen. */
export interface Seen {
  id: string;
  revision: number;
}

/** What a new event needs. */
export type NewEvent = EventChange & { title: string; start: string };

const pathOf = (id: string) => `/api/v1/events/${id}`;

export const calendarApi = api.enhanceEndpoints({ addTagTypes: ["Event"] }).injectEndpoints({
  endpoints: (build) => ({
    eventsBetween: build.query<EventSpan, SpanArgs>({
      query: ({ from, to, calendars }) => path("/api/v1/events/between", { from, to, calendars }),
      providesTags: ["Event"],
    }),
    events: build.query<EventPage, EventListArgs>({
      query: ({ from, calendars, deleted, page }) =>
        path("/api/v1/events", {
          from: deleted ? "" : from,
          calendars,
          deleted: deleted ? "1" : "",
          page: page !== 1 ? page : "",
          per: PER,
        }),
      providesTags: ["Event"],
    }),
    event: build.query<CalendarEvent, string>({ query: pathOf, providesTags: ["Event"] }),
    addEvent: build.mutation<CalendarEvent, NewEvent>({
      query: (body) => ({ path: "/api/v1/events", method: "POST", body }),
      invalidatesTags: ["Event"],
    }),
    changeEvent: build.mutation<CalendarEvent, Seen & { values: EventChange }>({
      query: ({ id, revision, values }) => ({
        path: pathOf(id),
        method: "PATCH",
        body: values,
        revision: String(revision),
      }),
      invalidatesTags: ["Event"],
    }),
    deleteEvent: build.mutation<CalendarEvent, Seen>({
      query: ({ id, revision }) => ({ path: pathOf(id), method: "DELETE", revision: String(revision) }),
      invalidatesTags: ["Event"],
    }),
    restoreEvent: build.mutation<CalendarEvent, Seen>({
      query: ({ id, revision }) => ({ path: `${pathOf(id)}/restore`, method: "POST", revision: String(revision) }),
      invalidatesTags: ["Event"],
    }),
  }),
});
