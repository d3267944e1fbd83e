/** The calendar: a month of links, calendars to see, and the view that the address asks for. */
import { useEffect, useRef } from "react";
import {
  Can,
  Icon,
  LinkButton,
  Menu,
  MenuLink,
  Notice,
  PageLink,
  Segments,
  Trouble,
  useCan,
} from "../../../components";
import { addMonths, monthOf, todayIn, weekday, weeksOf, weekStart } from "../../../components/dates/days";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import { useLiveTags } from "../../../hooks/useLiveTags";
import { useKeys } from "../../../hooks/useKeys";
import { later, useGo, usePage } from "../../../page";
import { calendarApi } from "./api";
import { MonthView } from "./MonthView";
import { isList, seesAny, spanArgs, type calendarGrammar } from "./query";
import { CLOSED } from "./parts";
import { TimeGrid } from "./TimeGrid";
import { dayOf, daysFrom, placeAll, spanOf, step } from "./time";
import { CALENDARS, NONE, VIEWS } from "./types";
import { useFormat, useLocale, useText } from "./use";
import { useEvents } from "./useEvents";
import "../../../components/lists/side-nav.css";
import "./calendar.css";

const EventSheet = later(() => import("./EventSheet"), "EventSheet");
const ImportSheet = later(() => import("./EventSheet"), "ImportSheet");
const ListView = later(() => import("./ListView"), "ListView");
const NewSheet = later(() => import("./EventSheet"), "NewSheet");

/** The page. */
export default function CalendarPage() {
  const t = useText();
  const { query, session } = usePage<typeof calendarGrammar>();
  const list = isList(query.view);
  const result = calendarApi.useEventsBetweenQuery(spanArgs({ query, session }), {
    skip: list || !seesAny(query),
  });
  const events = useEvents();
  const can = useCan();
  const inSheet = Boolean(query.event || query.new || query.import);
  useCalendarKeys(inSheet, can("create", "Office"));
  useListOnPhones();
  useLiveTags(["event"], () => calendarApi.util.invalidateTags(["Event"]));
  const span = seesAny(query) ? result.data : undefined;
  const placed = placeAll(span?.events ?? [], session.zone);
  return (
    <div className="cal">
      <Side />
      <div className="cal-main rows gap-12">
        <Bar />
        <PageRefusal title={t("calendar.refused")} unless={inSheet} />
        {!list && seesAny(query) && <Trouble of={result} />}
        {span && span.total > span.events.length && (
          <Notice tone="warn">{t("calendar.tooMany", { n: span.events.length, of: span.total })}</Notice>
        )}
        {list ? (
          <ListView events={events} />
        ) : query.view === "month" ? (
          <MonthView placed={placed} events={events} />
        ) : (
          <TimeGrid key={query.view} placed={placed} events={events} />
        )}
      </div>
      {query.import ? (
        <ImportSheet />
      ) : query.new ? (
        <NewSheet events={events} />
      ) : (
        query.event && <EventSheet key={query.event} id={query.event} events={events} />
      )}
    </div>
  );
}

let begun = false;

/** A phone is too narrow for a month: there the calendar opens as a list, until another view is chosen. */
function useListOnPhones() {
  const { query, url, here } = usePage<typeof calendarGrammar>();
  const go = useGo();
  const first = useRef({
    open: !/[?&](view|event|new|import)=/.test(url) && query.view === "month",
    to: here({ view: "list" }),
  });
  useEffect(() => {
    const { open, to } = first.current;
    if (open && !begun && window.matchMedia("(max-width: 640px)").matches) go(to, { replace: true });
    begun = true;
  }, [go]);
}

/** Keys of the page: views, today, further and back, a new event on the day that has the focus. */
function useCalendarKeys(inSheet: boolean, may: boolean) {
  const { query, session, here } = usePage<typeof calendarGrammar>();
  const go = useGo();
  const day = dayOf(query.date, session);
  const to = (changes: Parameters<typeof here>[0]) => () => {
    if (!inSheet) go(here({ page: undefined, ...changes }), { replace: true });
  };
  useKeys({
    m: to({ view: "month" }),
    w: to({ view: "week" }),
    d: to({ view: "day", date: (focusedDay() ?? query.date) || undefined }),
    l: to({ view: "list" }),
    t: to({ date: undefined }),
    j: to({ date: step(query.view, day, 1) }),
    k: to({ date: step(query.view, day, -1) }),
    n: () => {
      if (!inSheet && may) go(here({ ...CLOSED, new: true, start: focusedDay() }), { replace: true });
    },
  });
}

/** The day whose link has the focus. */
function focusedDay(): string | undefined {
  return typeof document === "undefined" ? undefined : (document.activeElement as HTMLElement | null)?.dataset?.date;
}

/** What is seen, the ways to other times, and the views. */
function Bar() {
  const t = useText();
  const f = useFormat();
  const locale = useLocale();
  const { query, session, here } = usePage<typeof calendarGrammar>();
  const day = dayOf(query.date, session);
  const { from, to } = spanOf(query.view, day, locale);
  const title = {
    month: f.month(day),
    week: f.range(from, to),
    day: `${f.weekday(weekday(day) - 1, "long")}${f.comma}${f.date(day)}`,
    list: t("calendar.fromOn", { day: f.date(day) }),
    deleted: t("calendar.deleted"),
  }[query.view];
  const moves = query.view !== "deleted";
  const other = { ...CLOSED, page: undefined };
  return (
    <header className="cal-bar row">
      <h1>{title}</h1>
      {moves && (
        <nav className="flex gap-4" aria-label={t("calendar.times")}>
          <PageLink
            replace
            className="icon-button"
            to={here({ ...other, date: step(query.view, day, -1) })}
            aria-label={t("calendar.before")}
            title={`${t("calendar.before")} (k)`}
          >
            <Icon name="chevron-left" className="mirror" />
          </PageLink>
          <PageLink
            replace
            className="icon-button"
            to={here({ ...other, date: step(query.view, day, 1) })}
            aria-label={t("calendar.after")}
            title={`${t("calendar.after")} (j)`}
          >
            <Icon name="chevron-right" className="mirror" />
          </PageLink>
          <LinkButton size="s" to={here({ ...other, date: undefined })}>
            {t("calendar.today")}
          </LinkButton>
        </nav>
      )}
      <span className="cal-gap" />
      {/* i18n: calendar.view.* */}
      <Segments
        label={t("calendar.views")}
        items={VIEWS.filter((view) => view !== "deleted").map((view) => ({
          label: t(`calendar.view.${view}`),
          to: here({ ...other, view }),
          current: query.view === view,
        }))}
      />
      <Menu label={t("calendar.moreActions")} icon="ellipsis" hideLabel>
        <a className="menu-item" href="/api/v1/events/file" download="calendar.ics">
          <Icon name="download" size={16} />
          <span>{t("calendar.export")}</span>
        </a>
        <Can I="create" a="Office">
          <MenuLink icon="upload" to={here({ ...other, import: true })} replace>
            {t("calendar.import")}
          </MenuLink>
        </Can>
        <MenuLink icon="trash" to={here({ ...other, view: "deleted" })} current={query.view === "deleted"}>
          {t("calendar.deleted")}
        </MenuLink>
      </Menu>
    </header>
  );
}

/** A new event, a small month, and which calendars are seen. */
function Side() {
  const t = useText();
  const { query, session, here } = usePage<typeof calendarGrammar>();
  const seen = CALENDARS.filter((calendar) => query.calendars.length === 0 || query.calendars.includes(calendar));
  const toggled = (calendar: (typeof CALENDARS)[number]) => {
    const next = CALENDARS.filter((name) => (name === calendar ? !seen.includes(name) : seen.includes(name)));
    return here({
      ...CLOSED,
      page: undefined,
      calendars: next.length === CALENDARS.length ? undefined : next.length ? next : [NONE],
    });
  };
  return (
    <div className="cal-sides">
      <Can I="create" a="Office">
        <LinkButton to={here({ ...CLOSED, new: true })} variant="primary" icon="plus" className="cal-add">
          {t("calendar.new")}
        </LinkButton>
      </Can>
      <SmallMonth />
      <nav className="side-nav cal-calendars" aria-label={t("calendar.calendars")}>
        <h2>{t("calendar.calendars")}</h2>
        {CALENDARS.map((calendar) => (
          <PageLink
            key={calendar}
            replace
            className={`of-${calendar}`}
            to={toggled(calendar)}
            aria-label={t(seen.includes(calendar) ? "calendar.hide" : "calendar.show", {
              what: t(`calendar.of.${calendar}`),
            })}
            data-on={seen.includes(calendar) || undefined}
          >
            <span className="cal-box">{seen.includes(calendar) && <Icon name="check" size={14} />}</span>
            <span>{t(`calendar.of.${calendar}`)}</span>
          </PageLink>
        ))}
        {query.calendars.length > 0 && (
          <PageLink replace className="cal-all" to={here({ ...CLOSED, calendars: undefined, page: undefined })}>
            {t("calendar.showAll")}
          </PageLink>
        )}
      </nav>
      <p className="cal-zone small quiet">{t("calendar.zone", { zone: session.zone })}</p>
    </div>
  );
}

/** The month of the day in sight, small, as links. */
function SmallMonth() {
  const t = useText();
  const f = useFormat();
  const locale = useLocale();
  const { query, session, here } = usePage<typeof calendarGrammar>();
  const day = dayOf(query.date, session);
  const today = todayIn(session.zone, session.now);
  const first = weekStart(locale);
  const weeks = weeksOf(monthOf(day), first);
  const monday = daysFrom("2024-01-01", 7);
  const heads = Array.from({ length: 7 }, (_, n) => monday[(first - 1 + n) % 7] ?? "");
  const span = spanOf(query.view, day, locale);
  return (
    <table className="cal-small">
      <caption>
        <span>
          <span>{f.month(day)}</span>
          <PageLink
            replace
            className="icon-button"
            to={here({ ...CLOSED, date: addMonths(monthOf(day), -1) })}
            aria-label={t("calendar.monthBefore")}
          >
            <Icon name="chevron-left" size={16} className="mirror" />
          </PageLink>
          <PageLink
            replace
            className="icon-button"
            to={here({ ...CLOSED, date: addMonths(monthOf(day), 1) })}
            aria-label={t("calendar.monthAfter")}
          >
            <Icon name="chevron-right" size={16} className="mirror" />
          </PageLink>
        </span>
      </caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col" abbr={f.weekday(weekday(head) - 1, "long")}>
              {f.weekday(weekday(head) - 1, "narrow")}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, n) => (
          <tr
            key={n}
            className={
              query.view === "week" && week.some((day_) => day_ === span.from || day_ === span.to) ? "in" : undefined
            }
          >
            {week.map((day_, at) => (
              <td key={at}>
                {day_ && (
                  <PageLink
                    replace
                    to={here({ ...CLOSED, date: day_, page: undefined })}
                    className={
                      [day_ === today && "today", day_ === day && query.date && "chosen"].filter(Boolean).join(" ") ||
                      undefined
                    }
                    aria-label={f.date(day_)}
                    aria-current={day_ === today ? "date" : undefined}
                  >
                    {f.number(Number(day_.slice(8)))}
                  </PageLink>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
