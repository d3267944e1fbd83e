/** Pieces of every view: an event as a link, when it is in words, and what selecting leads to. */
import type { CSSProperties, KeyboardEvent, PointerEvent, ReactNode } from "react";
import { PageLink } from "../../../components";
import { useFormat, useText, type Formatter } from "./use";
import { useGo, usePage } from "../../../page";
import type { calendarGrammar } from "./query";
import type { Placed } from "./time";

/** What closes every sheet. */
export const CLOSED = {
  event: undefined,
  new: undefined,
  start: undefined,
  end: undefined,
  import: undefined,
} as const;

/** When an event takes place, in words. */
export function whenOf({ event, whole, first, last }: Placed, f: Formatter): string {
  if (whole) return f.range(first, last);
  if (!event.end) return f.dateTime(event.start);
  return first === last
    ? `${f.dateTime(event.start)} – ${f.time(event.end)}`
    : `${f.dateTime(event.start)} – ${f.dateTime(event.end)}`;
}

interface Props {
  placed: Placed;
  className: string;
  style: CSSProperties;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  children: ReactNode;
}

/** An event: a link that opens it. */
export function EventLink({ placed, className, children, ...rest }: Props) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof calendarGrammar>();
  const { event } = placed;
  // i18n: calendar.of.*
  const label = [event.title, whenOf(placed, f), t(`calendar.of.${event.calendar}`), event.location]
    .filter(Boolean)
    .join(f.comma);
  return (
    <PageLink
      {...rest}
      replace
      to={here({ ...CLOSED, event: event.id })}
      className={`ev of-${event.calendar} ${className}`}
      title={label}
      aria-current={query.event === event.id ? "true" : undefined}
      draggable={false}
      data-event={event.id}
    >
      {children}
      <span className="sr">
        {f.comma}
        {whenOf(placed, f)}
        {f.comma}
        {t(`calendar.of.${event.calendar}`)}
      </span>
    </PageLink>
  );
}

/** Opens the form of a new event for some time. */
export function useDraw(): (start: string, end: string) => void {
  const { here } = usePage<typeof calendarGrammar>();
  const go = useGo();
  return (start, end) => go(here({ ...CLOSED, new: true, start, end }), { replace: true });
}
