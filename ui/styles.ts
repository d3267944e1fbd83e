import { STYLES } from "virtual:styles";
import type { PageRow } from "./page";

const added = new Map<string, Promise<void>>();

/** Fetch a page's stylesheet once; the first page's came inside the document. */
export function fetchStyles(page: PageRow): Promise<void> {
  const href = STYLES[page.name];
  if (!href) return Promise.resolve();
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
  const href = STYLES[page.name];
  if (href) added.set(href, Promise.resolve());
}
