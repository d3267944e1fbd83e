/** What is done to events in place: seen at once, taken back with the reason when it is refused. */
import { useRef } from "react";
import { useDispatch, useStore } from "react-redux";
import { isProblem, NO_ANSWER, type Problem } from "../../../api";
import { useToast } from "../../../components/toasts/useToast";
import { useText } from "../../../lib/i18n";
import { calendarApi } from "./api";
import type { CalendarEvent, EventChange, EventSpan, SpanArgs } from "./types";

type Answer<T> = { data: T; error?: undefined } | { data?: undefined; error: unknown };
/** When an event takes place, as the API takes it. */
export type When = Required<Pick<EventChange, "start" | "end" | "is_all_day">>;

/** The ways to change events from the sheet of days, each of which answers for itself in a toast. */
export function useEvents() {
  const t = useText();
  const { show } = useToast();
  const dispatch = useDispatch() as (action: unknown) => unknown;
  const store = useStore();
  // Two moves of one event after each other: the second goes by the revision the first has made.
  const queues = useRef(new Map<string, Promise<unknown>>());
  const revisions = useRef(new Map<string, number>());

  /** Show a change in every sheet that is kept; answers what takes it back. */
  const see = (change: (span: EventSpan) => void): (() => void) => {
    const spans = calendarApi.util
      .selectInvalidatedBy(store.getState() as never, ["Event"])
      .filter(({ endpointName }) => endpointName === "eventsBetween");
    const patches = spans.map(
      ({ originalArgs }) =>
        dispatch(calendarApi.util.updateQueryData("eventsBetween", originalArgs as SpanArgs, change)) as {
          undo: () => void;
        },
    );
    return () => patches.forEach((patch) => patch.undo());
  };
  const refuse = (title: string, error: unknown) => {
    const problem: Problem = isProblem(error) ? error : { status: 500 };
    const texts = Object.values(problem.errors ?? {})
      .flat()
      .join(" ");
    const why =
      problem.status === NO_ANSWER
        ? t("calendar.offline")
        : problem.status === 412
          ? t("calendar.meanwhile")
          : texts || (problem.detail ?? t("calendar.failed"));
    show({ tone: "bad", title, text: why });
  };
  const write = async (
    event: CalendarEvent,
    change: (span: EventSpan) => void,
    call: (seen: { id: string; revision: number }) => unknown,
    failed: string,
  ): Promise<CalendarEvent | undefined> => {
    const undo = see(change);
    const before = queues.current.get(event.id) ?? Promise.resolve();
    const sent = before.then(
      () =>
        dispatch(
          call({ id: event.id, revision: Math.max(event.revision, revisions.current.get(event.id) ?? 0) }),
        ) as Promise<Answer<CalendarEvent>>,
    );
    queues.current.set(event.id, sent);
    const { data, error } = await sent;
    if (data) {
      revisions.current.set(event.id, data.revision);
      return data;
    }
    undo();
    refuse(failed, error);
    return undefined;
  };
  const whenOf = ({ start, end, is_all_day }: CalendarEvent): When => ({ start: start ?? "", end, is_all_day });

  const put = (event: CalendarEvent, values: When, seen: When) =>
    write(
      event,
      (span) => span.events.forEach((other) => other.id === event.id && Object.assign(other, seen)),
      (which) => calendarApi.endpoints.changeEvent.initiate({ ...which, values }),
      t("calendar.notMoved"),
    );
  /** Let an event take place at another time; `seen` is how it looks until the answer comes. */
  const move = async (event: CalendarEvent, values: When, seen: When) => {
    const before = whenOf(event);
    const moved = await put(event, values, seen);
    if (moved)
      show({
        text: t("calendar.movedOne", { what: moved.title }),
        action: { label: t("calendar.undo"), do: () => void put(moved, before, before) },
      });
  };
  const without = (id: string) => (span: EventSpan) => {
    span.events = span.events.filter((event) => event.id !== id);
  };
  const restore = async (event: CalendarEvent) => {
    const back = await write(
      event,
      () => undefined,
      (seen) => calendarApi.endpoints.restoreEvent.initiate(seen),
      t("calendar.notRestored"),
    );
    if (back) show({ text: t("calendar.restoredOne", { what: back.title }) });
  };
  const remove = async (event: CalendarEvent) => {
    const gone = await write(
      event,
      without(event.id),
      (seen) => calendarApi.endpoints.deleteEvent.initiate(seen),
      t("calendar.notDeleted"),
    );
    if (gone)
      show({
        text: t("calendar.deletedOne", { what: gone.title }),
        action: { label: t("calendar.undo"), do: () => void restore(gone) },
      });
    return gone !== undefined;
  };
  return { move, remove, restore };
}

/** What a sheet of days can do to its events. */
export type Events = ReturnType<typeof useEvents>;
