/** What a form says of an event. */
import { addDays } from "../../../components/dates/days";
import { clockOf, written } from "./time";
import { CALENDARS, type Calendar, type CalendarEvent } from "./types";
import type { NewEvent } from "./api";

export interface Draft {
  title: string;
  calendar: Calendar;
  is_all_day: boolean;
  start: string;
  end: string;
  location: string;
  url: string;
  guests: string;
  description: string;
}

export const FIELDS = [
  "title",
  "calendar",
  "is_all_day",
  "start",
  "end",
  "location",
  "url",
  "guests",
  "description",
] as const satisfies readonly (keyof Draft)[];

/** An event as its form shows it: times of the zone's clocks. */
export function draftOf(event: CalendarEvent, zone: string): Draft {
  const time = (moment: string | null) => (!moment ? "" : event.is_all_day ? moment : written(clockOf(moment, zone)));
  const { title, calendar, is_all_day, location, url, description } = event;
  return {
    title,
    calendar,
    is_all_day,
    start: time(event.start),
    end: time(event.end),
    location,
    url,
    guests: event.guests.join(", "),
    description,
  };
}

/** A new event at the time an address names, else in the next full hour. */
export function newDraft(
  { start, end }: { start: string; end: string },
  day: string,
  now: { zone: string; now: string },
): Draft {
  const clock = clockOf(now.now, now.zone);
  const next = Math.floor(clock.minute / 60) * 60 + 60;
  const whole = start.length === 10;
  const begins = start || written({ day, minute: next });
  const ends = end || (whole ? start : start ? "" : written({ day, minute: next + 60 }));
  return {
    title: "",
    calendar: "Business",
    is_all_day: whole,
    start: begins,
    end: ends,
    location: "",
    url: "",
    guests: "",
    description: "",
  };
}

const guestsOf = (text: string) =>
  text
    .split(",")
    .map((guest) => guest.trim())
    .filter(Boolean);

/** The form's fields. */
export function read(form: HTMLFormElement): Draft {
  const values = new FormData(form);
  const text = (name: string) => String(values.get(name) ?? "");
  return {
    title: text("title"),
    calendar: text("calendar") as Calendar,
    is_all_day: values.getAll("is_all_day").at(-1) === "1",
    start: text("start"),
    end: text("end"),
    location: text("location"),
    url: text("url"),
    guests: guestsOf(text("guests")).join(", "),
    description: text("description"),
  };
}

/** The same as the call takes it. */
export const sent = (draft: Draft): NewEvent => ({ ...draft, end: draft.end || null, guests: guestsOf(draft.guests) });

/** What a refused form without script has left of itself, over what is there. */
export function typed(values: Readonly<Record<string, string>>, draft: Draft): Draft {
  const fields = Object.fromEntries(
    FIELDS.filter((field) => field !== "is_all_day" && Object.hasOwn(values, field)).map((field) => [
      field,
      field === "start" || field === "end" ? (values[field] ?? "").replace(" ", "T") : values[field],
    ]),
  );
  const calendar = CALENDARS.find((calendar) => calendar === values.calendar) ?? draft.calendar;
  return {
    ...draft,
    ...fields,
    calendar,
    is_all_day: values.is_all_day === undefined ? draft.is_all_day : values.is_all_day === "1",
  };
}

const HOUR = "09:00";
const ms = (text: string) => Date.parse(`${text.length === 10 ? `${text}T00:00` : text}:00Z`);

/** A time as the other kind of input takes it. */
export const turned = (text: string, whole: boolean): string =>
  !text ? "" : whole ? text.slice(0, 10) : text.length === 10 ? `${text}T${HOUR}` : text;

const WRITTEN = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/;

/** Whether an end is known to lie before its start. */
export const endsBefore = ({ start, end }: { start: string; end: string }): boolean =>
  start.length === end.length && WRITTEN.test(start) && WRITTEN.test(end) && end < start;

/** The end that goes with another start: as long after it as before. */
export function endFor(before: { start: string; end: string }, start: string): string {
  if (!start || !before.end || before.start.length !== start.length || before.end.length !== start.length)
    return before.end;
  const length = ms(before.end) - ms(before.start);
  if (Number.isNaN(length) || length < 0) return before.end;
  if (start.length === 10) return addDays(start, Math.round(length / 86_400_000));
  return new Date(ms(start) + length).toISOString().slice(0, 16);
}
