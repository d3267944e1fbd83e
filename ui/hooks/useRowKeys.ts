import { useEffect } from "react";

/** What a list leads to, row by row: the first link of each row of tables and lists. */
export const ROWS =
  "main .table tbody tr, main .hits > li, main .waits > li, main .nt > li, main .keep-list > li, main [data-rows] > *";
const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

const linkOf = (row: Element) => row.querySelector<HTMLElement>("th a[href], td a[href], a[href]");

/** Go to the next or previous row of the list on the page. */
function step(by: 1 | -1): boolean {
  const links = [...document.querySelectorAll(ROWS)]
    .filter((row) => row.checkVisibility())
    .map(linkOf)
    .filter((link) => link !== null);
  if (links.length === 0) return false;
  const row = document.activeElement?.closest(ROWS);
  const at = row ? links.findIndex((link) => row.contains(link)) : by > 0 ? -1 : links.length;
  const link = links[Math.min(links.length - 1, Math.max(0, at + by))];
  link?.focus();
  link?.scrollIntoView({ block: "nearest" });
  return true;
}

/** Go back to the list a page was opened from. */
function back(): boolean {
  const link = document.querySelector<HTMLElement>("main .page-title .back, main .cz");
  link?.click();
  return link !== null;
}

/**
 * `j` and `k` go through the rows of any list, Enter opens as on every link, and Escape goes back; a page's own keys
 * come first.
 */
export function useRowKeys(): void {
  useEffect(() => {
    let wasOpen = false;
    // Seen before anybody closes anything: Escape closes what is open and goes back only where nothing was.
    const look = ({ key }: KeyboardEvent) =>
      void (wasOpen =
        key === "Escape" && document.querySelector("dialog[open], details[name][open], :popover-open") !== null);
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.matches?.(TYPING)) return;
      const done =
        event.key === "j" ? step(1) : event.key === "k" ? step(-1) : event.key === "Escape" && !wasOpen && back();
      if (done) event.preventDefault();
    };
    // On the window: after everything that listens on the document.
    window.addEventListener("keydown", look, true);
    window.addEventListener("keydown", press);
    return () => {
      window.removeEventListener("keydown", look, true);
      window.removeEventListener("keydown", press);
    };
  }, []);
}
