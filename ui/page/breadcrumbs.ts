import { path } from "../lib/path";
import type { Locale } from "../lib/session";

/** One step of the way to a page: its name and its address; the last one is the page itself. */
export type Step = readonly [name: string, to: string];

/** An address in the reader's language, as search engines know it. */
export const inLanguage = (to: string, locale: Locale): string =>
  path(to, { hl: locale === "en" ? undefined : locale });

/** The way to a page as search engines read it. */
export const breadcrumbs = (steps: readonly Step[], locale: Locale) => ({
  "@type": "BreadcrumbList",
  itemListElement: steps.map(([name, to], index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: inLanguage(to, locale),
  })),
});

/** Several things in one JSON-LD document. */
export const graphOf = (...things: readonly object[]) => ({ "@context": "https://schema.org", "@graph": things });
