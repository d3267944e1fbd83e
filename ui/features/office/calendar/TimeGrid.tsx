/** Days with their hours: whole days above, events beside each other where they overlap. */
import { useEffect, useRef, type KeyboardEvent } from "react";
import { PageLink } from "../../../components";
import { addDays, todayIn, weekday, type Day } from "../../../components/dates/days";
import { useScripted } from "../../../hooks/useScripted";
import { usePage } from "../../../page";
import { barsOf, blocksOf, isAbove, type Block } from "./layout";
import { byKey, dragged, ends, resized, seenAs, shifted } from "./moves";
import { BarLink, DayCell, useDayDragging, useMay } from "./MonthView";
import type { calendarGrammar } from "./query";
import { CLOSED, EventLink, useDraw } from "./parts";
import { clockOf, DAY_MINUTES, dayOf, daysFrom, spanOf, written, type Clock, type Placed } from "./time";
import { geometry } from "../../../lib/geometry";
import { useFormat, useLocale, useText } from "./use";
import { useDayFocus } from "./useDayFocus";
import { useDragging, type Drag } from "./useDragging";
import type { Events } from "./useEvents";

const SNAP = 15;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The hour that is seen first. */
const MORNING = 7;

/** The quarter of an hour under a point. */
function clockAt(x: number, y: number): Clock | null {
  const column = document
    .elementsFromPoint(x, y)
    .find((element) => element instanceof HTMLElement && element.dataset.column);
  if (!(column instanceof HTMLElement) || !column.dataset.column) return null;
  const { top, height } = column.getBoundingClientRect();
  const minute = Math.floor(((y - top) / height) * (DAY_MINUTES / SNAP)) * SNAP;
  return { day: column.dataset.column, minute: Math.max(0, Math.min(DAY_MINUTES - SNAP, minute)) };
}

/** Where a block begins and how long it is, at least five minutes to be seen. */
const minutes = (from: number, to: number) => ({ from, length: Math.max(5, to - from) });

export function TimeGrid({ placed, events }: { placed: readonly Placed[]; events: Events }) {
  const t = useText();
  const f = useFormat();
  const locale = useLocale();
  const scripted = useScripted();
  const { query, session } = usePage<typeof calendarGrammar>();
  const day = dayOf(query.date, session);
  const { from, to } = spanOf(query.view, day, locale);
  const days = daysFrom(from, from === to ? 1 : 7);
  const may = useMay();
  const above = useDayDragging(events, may);
  const bars = barsOf(placed.filter(isAbove), from, days.length);
  const lanes = Math.max(1, ...bars.map(({ lane }) => lane + 1));
  const inside = placed.filter((placed) => !isAbove(placed));
  const draw = useDraw();
  const onEnd = (drag: Drag) => {
    if (drag.kind === "select") {
      const [start, end] = ends(drag);
      return draw(written(start), written({ ...end, minute: end.minute + SNAP }));
    }
    const when = dragged(drag);
    if (drag.placed && when && written(drag.from) !== written(drag.to))
      void events.move(drag.placed.event, when, seenAs(when, session.zone));
  };
  const hours = useDragging({ at: clockAt, onEnd, may: may.create || may.update });
  const press = useDayFocus(day, (now, key, rtl) =>
    key === "ArrowLeft" || key === "ArrowRight" ? addDays(now, (key === "ArrowRight") === rtl ? -1 : 1) : null,
  );
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = body.current;
    const morning = box?.querySelector<HTMLElement>(`.cal-hours .h${MORNING}`);
    if (box && morning) box.scrollTop = morning.offsetTop - 8;
  }, []);
  const now = clockOf(session.now, session.zone);
  const today = todayIn(session.zone, session.now);
  return (
    // Keys of the days bubble up to here; the days themselves are links.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={days.length > 1 ? "cal-time seven" : "cal-time"}
      style={geometry({ n: days.length })}
      onKeyDown={press}
    >
      {/* What scrolls must be reached by keys as well. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="cal-scroll" ref={body} tabIndex={0} role="region" aria-label={t("calendar.hours")}>
        <div className="cal-top">
          <span className="cal-corner small">{t("calendar.allDay")}</span>
          <div className="cal-above" style={geometry({ lanes })}>
            {days.map((day_, n) => (
              <DayCell key={day_} date={day_} column={n} focused={day} dragging={above} mayCreate={may.create}>
                <span>{f.weekday(weekday(day_) - 1)}</span> <strong>{f.number(Number(day_.slice(8)))}</strong>
                <span className="sr">
                  {f.comma}
                  {f.date(day_)}
                </span>
              </DayCell>
            ))}
            {bars.map((bar) => (
              <BarLink key={bar.placed.event.id} bar={bar} events={events} begin={above.begin} may={may.update} />
            ))}
          </div>
        </div>
        <div className="cal-body">
          <div className="cal-hours" aria-hidden="true">
            {HOURS.map((hour) => (
              <span key={hour} style={geometry({ hour })}>
                {hour > 0 && f.time(`2026-01-01T${String(hour).padStart(2, "0")}:00:00Z`, "UTC")}
              </span>
            ))}
          </div>
          {days.map((day) => (
            <section
              key={day}
              className={weekday(day) > 5 ? "cal-column weekend" : "cal-column"}
              aria-label={f.date(day)}
              data-column={day}
              onPointerDown={(event) => may.create && hours.begin(event, "select")}
            >
              {may.create && HOURS.map((hour) => <Slot key={hour} day={day} hour={hour} scripted={scripted} />)}
              {blocksOf(inside, day).map((block) => (
                <BlockLink
                  key={block.placed.event.id}
                  block={block}
                  events={events}
                  begin={hours.begin}
                  may={may.update}
                />
              ))}
              <Drawn day={day} drag={hours.drag} />
              {day === today && (
                <span className="cal-now" style={geometry(minutes(now.minute, now.minute))} aria-hidden="true" />
              )}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

/** An hour that is free to be taken. */
function Slot({ day, hour, scripted }: { day: Day; hour: number; scripted: boolean }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof calendarGrammar>();
  const start = written({ day, minute: hour * 60 });
  return (
    <PageLink
      replace
      className="cal-slot"
      style={geometry({ hour })}
      to={here({ ...CLOSED, new: true, start, end: written({ day, minute: hour * 60 + 60 }) })}
      tabIndex={scripted ? -1 : undefined}
      aria-label={t("calendar.newOn", { day: f.dateTime(`${start}:00Z`, "UTC") })}
      draggable={false}
    />
  );
}

/** What is being drawn, as far as it is on this day. */
function Drawn({ day, drag }: { day: Day; drag: Drag | null }) {
  const f = useFormat();
  if (!drag) return null;
  let [start, end] = ends({ from: drag.from, to: { ...drag.to, minute: drag.to.minute } });
  if (drag.kind === "select") end = { ...end, minute: end.minute + SNAP };
  const when = drag.kind === "select" ? null : dragged(drag);
  if (drag.kind !== "select") {
    if (!when || !drag.placed) return null;
    const clock = (text: string): Clock => ({
      day: text.slice(0, 10),
      minute: Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16)),
    });
    start = clock(when.start);
    end = when.end ? clock(when.end) : { ...start, minute: start.minute + 60 };
  }
  if (day < start.day || day > end.day || (end.day === day && end.minute === 0)) return null;
  const from = day === start.day ? start.minute : 0;
  const to = day === end.day ? Math.min(DAY_MINUTES, end.minute) : DAY_MINUTES;
  const time = (minute: number) =>
    f.time(`2026-01-01T${written({ day, minute: minute % DAY_MINUTES }).slice(11)}:00Z`, "UTC");
  return (
    <span
      className={drag.placed ? `cal-drawn ev of-${drag.placed.event.calendar}` : "cal-drawn"}
      style={geometry(minutes(from, to))}
      aria-hidden="true"
    >
      <strong>{drag.placed?.event.title}</strong> {time(from)} – {time(to)}
    </span>
  );
}

/** One event among the hours; with the pointer or Alt and arrows it moves, with Shift besides its end. */
function BlockLink({
  block,
  events,
  begin,
  may,
}: {
  block: Block;
  events: Events;
  begin: ReturnType<typeof useDragging>["begin"];
  may: boolean;
}) {
  const f = useFormat();
  const { session } = usePage<typeof calendarGrammar>();
  const { placed, from, to, at, of } = block;
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.altKey && may ? byKey(event.key, false, session.dir === "rtl") : null;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const when = (event.shiftKey ? resized : shifted)(placed, by.days, by.minutes);
    void events.move(placed.event, when, seenAs(when, session.zone));
  };
  return (
    <EventLink
      placed={placed}
      className={to - from < 45 ? "ev-block short" : "ev-block"}
      style={geometry({ ...minutes(from, to), at, cols: of })}
      onKeyDown={keys}
      onPointerDown={(event) => may && begin(event, "move", placed)}
    >
      <strong>
        <bdi>{placed.event.title}</bdi>
      </strong>
      <time>
        {f.time(placed.event.start)}
        {placed.event.end && ` – ${f.time(placed.event.end)}`}
      </time>
      {placed.event.location && to - from >= 75 && (
        <span className="cal-where">
          <bdi>{placed.event.location}</bdi>
        </span>
      )}
      {may && <span className="cal-foot" onPointerDown={(event) => begin(event, "resize", placed)} />}
    </EventLink>
  );
}
