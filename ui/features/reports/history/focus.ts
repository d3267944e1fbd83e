/** Where the focus goes in the filters of the list. */
import { useEffect, useRef } from "react";
import { useKeys } from "../../../hooks/useKeys";
import { useSite } from "../../../page";

/** What a condition begins with: its value, and its operator where it has none. */
export const FIRST_FIELD = ":is(input:not([type=hidden]), .button)";

/** What adds a condition. */
export const adding = () => [...document.querySelectorAll<HTMLElement>(".lf summary.add")].at(-1);

/** Open the fields that a condition can be on, or go to the condition that is being made. */
function add() {
  const field = document.querySelector<HTMLElement>(`.cond ${FIRST_FIELD}`);
  if (field) return field.focus();
  const menu = adding()?.closest("details");
  if (!menu) return;
  menu.open = true;
  menu.querySelector<HTMLElement>("a")?.focus();
}

/** `f` adds a condition, `x` removes the one that has the focus. */
export const useFilterKeys = () =>
  useKeys({ f: () => add(), x: () => document.activeElement?.closest<HTMLElement>(".lf .chip-x")?.click() });

/** Lead from a chip that was removed to the next one, the one before, else to what adds one. */
export function useFocusAfterRemoval() {
  const { currentPage } = useSite();
  const removed = useRef(-1);
  const links = () => [...document.querySelectorAll<HTMLElement>(".lf .chip-x")];
  useEffect(() => {
    const note = ({ target }: Event) => {
      removed.current = links().findIndex((link) => link.contains(target as Node));
    };
    document.addEventListener("click", note, true);
    return () => document.removeEventListener("click", note, true);
  }, []);
  useEffect(() => {
    const at = removed.current;
    removed.current = -1;
    if (at >= 0 && document.activeElement === document.body)
      (links()[at] ?? links().at(-1) ?? adding())?.focus({ preventScroll: true });
  }, [currentPage]);
}
