/** A month: weeks of days with bars in lanes, what does not fit behind a link to its day. */
import type { KeyboardEvent, ReactNode } from "react";
import { PageLink, useCan } from "../../../components";
import { addDays, dayByKey, monthOf, weekday, weekStart, todayIn, type Day } from "../../../components/dates/days";
import { useScripted } from "../../../hooks/useScripted";
import { usePage } from "../../../page";
import { barsOf, hiddenBelow, type Bar } from "./layout";
import { byKey, dragged, ends, resized, seenAs, shifted, within } from "./moves";
import type { calendarGrammar } from "./query";
import { CLOSED, EventLink, useDraw } from "./parts";
import { dayOf, daysBetween, daysFrom, spanOf, type Clock, type Placed } from "./time";
import { geometry } from "../../../lib/geometry";
import { useFormat, useLocale, useText } from "./use";
import { useDragging, type Drag } from "./useDragging";
import type { Events } from "./useEvents";
import { useDayFocus } from "./useDayFocus";

/** Bars that are seen in a week; more are counted. */
const LANES = 3;

/** The day under a point. */
export function dayAt(x: number, y: number): Clock | null {
  const cell = document
    .elementsFromPoint(x, y)
    .find((element) => element instanceof HTMLElement && element.dataset.day);
  return cell instanceof HTMLElement && cell.dataset.day ? { day: cell.dataset.day, minute: 0 } : null;
}

/** Dragging over days: a selection becomes an event of whole days, a bar moves or is stretched. */
export function useDayDragging(events: Events, may: { create: boolean; update: boolean }) {
  const { session } = usePage();
  const draw = useDraw();
  const onEnd = (drag: Drag) => {
    if (drag.kind === "select") {
      const [first, last] = ends(drag);
      return draw(first.day, last.day);
    }
    const when = dragged(drag);
    if (drag.placed && when && drag.from.day !== drag.to.day)
      void events.move(drag.placed.event, when, seenAs(when, session.zone));
  };
  return useDragging({ at: dayAt, onEnd, may: may.create || may.update });
}

/** What may be done to events here. */
export function useMay() {
  const can = useCan();
  return { create: can("create", "Office"), update: can("update", "Office") };
}

export function MonthView({ placed, events }: { placed: readonly Placed[]; events: Events }) {
  const f = useFormat();
  const locale = useLocale();
  const { query, session } = usePage<typeof calendarGrammar>();
  const day = dayOf(query.date, session);
  const { from, to } = spanOf("month", day, locale);
  const may = useMay();
  const { drag, begin } = useDayDragging(events, may);
  const first = weekStart(locale);
  const press = useDayFocus(day, (now, key, rtl) => dayByKey(now, key, { shift: false, rtl, first }));
  const weeks = Array.from({ length: (daysBetween(from, to) + 1) / 7 }, (_, n) => addDays(from, 7 * n));
  return (
    // Keys of the days bubble up to here; the days themselves are links.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="cal-month" style={geometry({ weeks: weeks.length })} onKeyDown={press}>
      <div className="cal-heads" aria-hidden="true">
        {daysFrom(from, 7).map((day) => (
          <span key={day}>{f.weekday(weekday(day) - 1)}</span>
        ))}
      </div>
      {weeks.map((week) => (
        <Week
          key={week}
          week={week}
          day={day}
          bars={barsOf(placed, week)}
          events={events}
          drag={drag}
          begin={begin}
          may={may}
        />
      ))}
    </div>
  );
}

type Dragging = ReturnType<typeof useDragging>;

interface DayCellProps {
  date: Day;
  column: number;
  className?: string;
  /** The day whose link has the focus. */
  focused: Day;
  dragging: Dragging;
  mayCreate: boolean;
  label?: string;
  children: ReactNode;
}

/** A day: what begins an event on it lies behind the link to it. */
export function DayCell(props: DayCellProps) {
  const { date, column, className = "cal-cell", focused, dragging, mayCreate, label, children } = props;
  const t = useText();
  const f = useFormat();
  const scripted = useScripted();
  const { here, session } = usePage<typeof calendarGrammar>();
  const isToday = date === todayIn(session.zone, session.now);
  return (
    <div
      className={within(date, dragging.drag) ? `${className} drawn` : className}
      style={geometry({ column })}
      data-day={date}
      onPointerDown={(event) => mayCreate && dragging.begin(event, "select")}
    >
      {mayCreate && (
        <PageLink
          replace
          className="cal-new"
          to={here({ ...CLOSED, new: true, start: date })}
          tabIndex={scripted ? -1 : undefined}
          aria-label={t("calendar.newOn", { day: f.date(date) })}
          draggable={false}
        />
      )}
      <PageLink
        className={isToday ? "cal-date today" : "cal-date"}
        to={here({ ...CLOSED, view: "day", date })}
        data-date={date}
        tabIndex={scripted && date !== focused ? -1 : undefined}
        aria-current={isToday ? "date" : undefined}
        aria-label={label}
        draggable={false}
      >
        {children}
      </PageLink>
    </div>
  );
}

interface WeekProps extends Dragging {
  week: Day;
  day: Day;
  bars: readonly Bar[];
  events: Events;
  may: { create: boolean; update: boolean };
}

/** One week: its days behind, its bars before them. */
function Week({ week, day, bars, events, drag, begin, may }: WeekProps) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof calendarGrammar>();
  const days = daysFrom(week, 7);
  const more = hiddenBelow(bars, LANES);
  return (
    <section className="cal-week" aria-label={t("calendar.weekOf", { day: f.date(week) })}>
      {days.map((day_, n) => (
        <DayCell
          key={day_}
          date={day_}
          column={n}
          className={[
            "cal-cell",
            ...(monthOf(day_) === monthOf(day) ? [] : ["other"]),
            ...(weekday(day_) > 5 ? ["weekend"] : []),
          ].join(" ")}
          focused={day}
          dragging={{ drag, begin }}
          mayCreate={may.create}
          label={f.date(day_)}
        >
          {day_.endsWith("-01") ? f.day(day_) : f.number(Number(day_.slice(8)))}
        </DayCell>
      ))}
      {bars
        .filter(({ lane }) => lane < LANES)
        .map((bar) => (
          <BarLink key={bar.placed.event.id} bar={bar} events={events} begin={begin} may={may.update} />
        ))}
      {days.map(
        (day, n) =>
          (more[n] ?? 0) > 0 && (
            <PageLink
              key={day}
              className="cal-more"
              style={geometry({ column: n })}
              to={here({ ...CLOSED, view: "day", date: day })}
              aria-label={t("calendar.moreOn", { n: more[n] ?? 0, day: f.date(day) })}
            >
              {t("calendar.more", { n: more[n] ?? 0 })}
            </PageLink>
          ),
      )}
    </section>
  );
}

/** One bar; with the pointer or Alt and arrows it moves, with Shift besides its end. */
export function BarLink({
  bar,
  events,
  begin,
  may,
}: {
  bar: Bar;
  events: Events;
  begin: Dragging["begin"];
  may: boolean;
}) {
  const f = useFormat();
  const { session } = usePage<typeof calendarGrammar>();
  const { placed, column, days, lane, before, after } = bar;
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.altKey && may ? byKey(event.key, true, session.dir === "rtl") : null;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const when = (event.shiftKey ? resized : shifted)(placed, by.days, 0);
    void events.move(placed.event, when, seenAs(when, session.zone));
  };
  const shape = placed.whole || placed.first !== placed.last ? "whole" : "timed";
  return (
    <EventLink
      placed={placed}
      className={`ev-bar ${shape}${before ? " before" : ""}${after ? " after" : ""}`}
      style={geometry({ column, days, lane })}
      onKeyDown={keys}
      onPointerDown={(event) => may && begin(event, "move", placed)}
    >
      {!placed.whole && !before && <time>{f.time(placed.event.start)}</time>}
      <bdi>{placed.event.title}</bdi>
      {may && placed.whole && !after && (
        <span className="cal-side" onPointerDown={(event) => begin(event, "resize", placed)} />
      )}
    </EventLink>
  );
}
