/** Arrows from day to day: the focus goes along, over the edge of what is seen too. */
import { useEffect, useRef, type KeyboardEvent } from "react";
import type { Day } from "../../../components/dates/days";
import { useGo, usePage } from "../../../page";
import type { calendarGrammar } from "./query";

/** A key handler for whatever holds links of days; `next` says where a key leads. */
export function useDayFocus(day: Day, next: (day: Day, key: string, rtl: boolean) => Day | null) {
  const { here, session } = usePage<typeof calendarGrammar>();
  const go = useGo();
  const target = useRef<Day | null>(null);
  useEffect(() => {
    if (target.current !== day) return;
    target.current = null;
    document.querySelector<HTMLElement>(`[data-date="${day}"]`)?.focus();
  }, [day]);
  return (event: KeyboardEvent) => {
    const at = (event.target as HTMLElement).dataset.date;
    if (!at || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = next(at, event.key, session.dir === "rtl");
    if (!to) return;
    event.preventDefault();
    const link = document.querySelector<HTMLElement>(`[data-date="${to}"]`);
    if (link) return link.focus();
    target.current = to;
    go(here({ date: to }), { replace: true });
  };
}
