import { useEffect } from "react";

/** What opens one at a time and closes by itself: menus, filters, definitions. */
const OPEN = "details[name][open]";

/** Close open panels on Escape, on a press elsewhere and when focus leaves them. */
export function useClosing(): void {
  useEffect(() => {
    const close = (event: Event) => {
      const key = event instanceof KeyboardEvent ? event.key : null;
      if (key !== null && key !== "Escape") return;
      for (const details of document.querySelectorAll<HTMLDetailsElement>(OPEN)) {
        const inside = details.contains(event.target as Node);
        if (key === null && inside) continue;
        details.open = false;
        if (key && inside) details.querySelector("summary")?.focus();
      }
    };
    const kinds = ["keydown", "pointerdown", "focusin"];
    for (const kind of kinds) document.addEventListener(kind, close);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, close);
    };
  }, []);
}
