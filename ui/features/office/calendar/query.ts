/** The query grammar of the calendar pages. */
import { day, flag, grammar, many, oneOf, place, type PageRef, text } from "../../../page";
import type { Locale, Session } from "../../../lib/session";
import { dayOf, spanOf } from "./time";
import { CALENDARS, NONE, VIEWS, type EventListArgs, type SpanArgs, type View } from "./types";

export const calendarGrammar = grammar({
  view: oneOf(VIEWS, "month"),
  date: day(),
  calendars: many([...CALENDARS, NONE]),
  page: place(),
  event: text({ max: 20 }),
  new: flag(),
  start: text({ max: 16 }),
  end: text({ max: 16 }),
  import: flag(),
});

// i18n: calendar.done.*
interface Asked {
  query: { view: View; date: string; calendars: string[]; page: PageRef };
  session: Pick<Session, "zone" | "now"> & { locale: Locale };
}

/** Whether any calendar is to be seen. */
export const seesAny = (query: { calendars: string[] }) => !query.calendars.includes(NONE);

/** The days and calendars of the sheet that an address shows. */
export const spanArgs = ({ query, session }: Asked): SpanArgs => ({
  ...spanOf(query.view, dayOf(query.date, session), session.locale),
  calendars: query.calendars.join(","),
});

/** The page of the list that an address shows. */
export const listArgs = ({ query, session }: Asked): EventListArgs => ({
  from: dayOf(query.date, session),
  calendars: query.calendars.join(","),
  deleted: query.view === "deleted",
  page: query.page,
});

export const isList = (view: View) => view === "list" || view === "deleted";
