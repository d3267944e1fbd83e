import { useEffect, useId, useRef, type KeyboardEvent } from "react";
import { useFormat, useLocale, useText } from "../../lib/i18n";
import { INTL } from "../../lib/messages";
import { IconButton } from "../Button";
import { addMonths, dayByKey, monthOf, weeksOf, weekStart, type Day } from "./days";
import "./dates.css";

interface Props {
  /** The first month in sight. */
  month: Day;
  months?: 1 | 2;
  /** The day the keyboard is on. */
  cursor: Day;
  today: Day;
  from: Day | null;
  to: Day | null;
  min?: Day;
  max?: Day;
  onCursor: (day: Day) => void;
  onMonth: (month: Day) => void;
  onChoose: (day: Day) => void;
}

/** Months of days to choose from: arrows by day and week, Page keys by month, with Shift by year. */
export function Calendar({ month, months = 2, cursor, today, from, to, min, max, onCursor, onMonth, onChoose }: Props) {
  const t = useText();
  const f = useFormat();
  const locale = useLocale();
  const first = weekStart(locale);
  const ref = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    ref.current?.querySelector<HTMLElement>("[data-cursor]")?.focus();
  });
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!(event.target as HTMLElement).dataset.day) return;
    const next = dayByKey(cursor, event.key, {
      shift: event.shiftKey,
      rtl: getComputedStyle(event.currentTarget).direction === "rtl",
      first,
    });
    if (!next) return;
    event.preventDefault();
    moved.current = true;
    const last = addMonths(month, months - 1);
    if (monthOf(next) < month) onMonth(monthOf(next));
    else if (monthOf(next) > last) onMonth(addMonths(monthOf(next), 1 - months));
    onCursor(next);
  };
  const visibleMonths = Array.from({ length: months }, (_, i) => addMonths(month, i));
  // The keyboard must find a way in, whatever months are in sight.
  const way = visibleMonths.some((visibleMonth) => visibleMonth === monthOf(cursor)) ? cursor : month;
  const state = { way, today, from, to, min, max, first, onChoose };
  return (
    // Keys of the days bubble up to here; the days themselves are buttons.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="calendar" ref={ref} onKeyDown={press}>
      <IconButton
        icon="chevron-right"
        size={16}
        className="mirror month-before"
        label={t("dates.monthBefore")}
        onClick={() => onMonth(addMonths(month, -1))}
      />
      {visibleMonths.map((visibleMonth) => (
        <Month key={visibleMonth} month={visibleMonth} {...state} />
      ))}
      <span className="sr" role="status">
        {f.list(visibleMonths.map((visibleMonth) => f.month(visibleMonth)))}
      </span>
      <IconButton
        icon="chevron-right"
        size={16}
        className="mirror month-after"
        label={t("dates.monthAfter")}
        onClick={() => onMonth(addMonths(month, 1))}
      />
    </div>
  );
}

type MonthProps = { month: Day; way: Day; first: number } & Pick<
  Props,
  "today" | "from" | "to" | "min" | "max" | "onChoose"
>;

/** One month as a grid. */
function Month({ month, way, first, today, from, to, min = "", max = "9999", onChoose }: MonthProps) {
  const id = useId();
  const f = useFormat();
  const tag = INTL[useLocale()];
  const weekdayFormat = (style: "narrow" | "long") => new Intl.DateTimeFormat(tag, { weekday: style, timeZone: "UTC" });
  // 5 January 1970 was a Monday.
  const heads = Array.from({ length: 7 }, (_, i) => new Date(Date.UTC(1970, 0, 4 + first + i)));
  const whole = new Intl.DateTimeFormat(tag, { dateStyle: "full", timeZone: "UTC" });
  const [narrow, long] = [weekdayFormat("narrow"), weekdayFormat("long")];
  return (
    <table className="month" role="grid" aria-labelledby={id}>
      <caption id={id}>{f.month(month)}</caption>
      <thead>
        <tr>
          {heads.map((day) => (
            <th key={day.getTime()} scope="col" abbr={long.format(day)}>
              {narrow.format(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, first).map((week, i) => (
          <tr key={i}>
            {week.map((day, j) => {
              if (!day) return <td key={j} />;
              const edge = day === from || day === to;
              const within = from !== null && to !== null && day >= from && day <= to;
              return (
                <td key={j} role="gridcell" aria-selected={edge || within} className={edge ? "edge" : undefined}>
                  <button
                    type="button"
                    data-day={day}
                    data-cursor={day === way || undefined}
                    tabIndex={day === way ? 0 : -1}
                    disabled={day < min || day > max}
                    aria-current={day === today ? "date" : undefined}
                    aria-label={whole.format(Date.parse(day))}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
