import type { PageRow } from "./page";

const added = new Map<string, Promise<void>>();
let present = "";

/** Fetch a page's stylesheet once; the first page's came inside the document. */
export async function fetchStyles(page: PageRow): Promise<void> {
  // Needed with the second page only, so it is no part of the first load.
  const { STYLES } = await import("virtual:styles");
  const href = STYLES[page.name];
  if (!href || href === STYLES[present]) return;
  let wait = added.get(href);
  if (!wait) {
    wait = new Promise((resolve) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = href;
      link.onload = link.onerror = () => resolve();
      document.head.append(link);
    });
    added.set(href, wait);
  }
  return wait;
}

/** Remember that a page's styles are in the document already. */
export function stylesArePresent(page: PageRow): void {
  present = page.name;
}
