/** Where the focus goes in the filters of the list. */
import { useEffect, useRef } from "react";
import { useSite } from "../../../page";

/** What adds a condition. */
export const adding = () => [...document.querySelectorAll<HTMLElement>(".lf summary.add")].at(-1);

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
