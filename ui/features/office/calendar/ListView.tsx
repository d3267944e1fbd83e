/** Events one after another by day; or those that are deleted, to be taken out again. */
import { ActionForm, Button, Can, Empty, Icon, LinkButton, PageLink, Trouble } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { todayIn, weekday } from "../../../components/dates/days";
import { usePage } from "../../../page";
import { calendarApi } from "./api";
import { listArgs, seesAny, type calendarGrammar } from "./query";
import { CLOSED, whenOf } from "./parts";
import { dayOf, place, placeAll, type Placed } from "./time";
import type { CalendarEvent } from "./types";
import { useFormat, useText } from "./use";
import type { Events } from "./useEvents";

/** The view. */
export function ListView({ events }: { events: Events }) {
  const { query, session, here } = usePage<typeof calendarGrammar>();
  const result = calendarApi.useEventsQuery(listArgs({ query, session }), { skip: !seesAny(query) });
  const { data } = result;
  if (!seesAny(query)) return <Nothing />;
  if (!data) return <Trouble of={result} />;
  return (
    <div className="cal-list rows gap-12" data-whole>
      <Trouble of={result} />
      {data.items.length === 0 ? (
        <Nothing />
      ) : query.view === "deleted" ? (
        <Deleted items={data.items} events={events} />
      ) : (
        <Days items={data.items} />
      )}
      {data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
    </div>
  );
}

/** Events under their days. */
function Days({ items }: { items: readonly CalendarEvent[] }) {
  const t = useText();
  const f = useFormat();
  const { query, session, here } = usePage<typeof calendarGrammar>();
  const today = todayIn(session.zone, session.now);
  const from = dayOf(query.date, session);
  const days = new Map<string, Placed[]>();
  // What began earlier and goes on is under the first day of the list.
  for (const placed of placeAll(items, session.zone)) {
    const day = placed.first < from ? from : placed.first;
    days.set(day, [...(days.get(day) ?? []), placed]);
  }
  return [...days].map(([day, all]) => (
    <section key={day} className="cal-day">
      <h2 className={day === today ? "today" : undefined}>
        <strong>{f.day(day)}</strong>{" "}
        <span>
          {f.weekday(weekday(day) - 1, "long")}
          {day === today && ` · ${t("calendar.today")}`}
        </span>
      </h2>
      <ul>
        {all.map((placed) => (
          <li key={placed.event.id}>
            <PageLink
              replace
              className={`cal-row of-${placed.event.calendar}`}
              to={here({ ...CLOSED, event: placed.event.id })}
              aria-current={query.event === placed.event.id ? "true" : undefined}
            >
              <time>
                {placed.whole
                  ? placed.first === placed.last
                    ? t("calendar.allDay")
                    : f.range(placed.first, placed.last)
                  : placed.event.end
                    ? `${f.time(placed.event.start)} – ${f.time(placed.event.end)}`
                    : f.time(placed.event.start)}
              </time>
              <i className="cal-dot" aria-hidden="true" />
              <bdi className="cal-name">{placed.event.title}</bdi>
              {placed.event.location && (
                <span className="cal-where">
                  <Icon name="map-pin" size={14} />
                  <bdi>{placed.event.location}</bdi>
                </span>
              )}
              <span className="cal-of">{t(`calendar.of.${placed.event.calendar}`)}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** Deleted events, each with a button that takes it out again. */
function Deleted({ items, events }: { items: readonly CalendarEvent[]; events: Events }) {
  const t = useText();
  const f = useFormat();
  const { session, here } = usePage<typeof calendarGrammar>();
  return (
    <ul className="cal-day">
      {items.map((event) => {
        const placed = place(event, session.zone);
        return (
          <li key={event.id} className={`cal-row of-${event.calendar}`}>
            <i className="cal-dot" aria-hidden="true" />
            <PageLink replace className="cal-name" to={here({ ...CLOSED, event: event.id })}>
              <bdi>{event.title}</bdi>
            </PageLink>
            <span className="cal-of">{placed ? whenOf(placed, f) : t("calendar.noTime")}</span>
            <Can I="delete" a="Office">
              <ActionForm
                call={`/api/v1/events/${event.id}/restore`}
                page={here()}
                revision={String(event.revision)}
                done="restored"
                onSubmit={(sent) => {
                  sent.preventDefault();
                  void events.restore(event);
                }}
              >
                <Button type="submit" size="s" aria-label={t("calendar.restoreOne", { what: event.title })}>
                  {t("calendar.restore")}
                </Button>
              </ActionForm>
            </Can>
          </li>
        );
      })}
    </ul>
  );
}

/** No event here, and the way to some. */
function Nothing() {
  const t = useText();
  const { query, here } = usePage<typeof calendarGrammar>();
  if (query.calendars.length > 0)
    return (
      <Empty
        icon="filter"
        title={t("calendar.noneChosen")}
        actions={<LinkButton to={here({ calendars: undefined, page: undefined })}>{t("calendar.showAll")}</LinkButton>}
      />
    );
  if (query.view === "deleted")
    return (
      <Empty icon="trash" title={t("calendar.noneDeleted")}>
        {t("calendar.noneDeletedText")}
      </Empty>
    );
  return (
    <Empty
      icon="calendar"
      title={t("calendar.none")}
      actions={
        <Can I="create" a="Office">
          <LinkButton to={here({ ...CLOSED, new: true })} variant="primary" icon="plus">
            {t("calendar.new")}
          </LinkButton>
        </Can>
      }
    >
      {t("calendar.noneText")}
    </Empty>
  );
}
