/** What is done to events in place: seen at once, taken back with the reason when it is refused. */
import { useToast } from "../../../components/toasts/useToast";
import { useOptimisticCalls } from "../../../hooks/useOptimisticCalls";
import { useText } from "../../../lib/i18n";
import { calendarApi } from "./api";
import type { CalendarEvent, EventChange, EventSpan } from "./types";

/** When an event takes place, as the API takes it. */
export type When = Required<Pick<EventChange, "start" | "end" | "is_all_day">>;

/** The ways to change events from the sheet of days, each of which answers for itself in a toast. */
export function useEvents() {
  const t = useText();
  const { show } = useToast();
  const { write } = useOptimisticCalls({
    api: calendarApi,
    tag: "Event",
    texts: { offline: t("calendar.offline"), meanwhile: t("calendar.meanwhile"), failed: t("calendar.failed") },
  });
  const whenOf = ({ start, end, is_all_day }: CalendarEvent): When => ({ start: start ?? "", end, is_all_day });

  const put = (event: CalendarEvent, values: When, seen: When) =>
    write(
      event,
      {
        eventsBetween: ({ events }: EventSpan) =>
          events.forEach((other) => other.id === event.id && Object.assign(other, seen)),
      },
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
  const without = (id: string) => ({
    eventsBetween: (span: EventSpan) => {
      span.events = span.events.filter((event) => event.id !== id);
    },
  });
  const restore = async (event: CalendarEvent) => {
    const back = await write(
      event,
      {},
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
