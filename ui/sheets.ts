/**
 * The stylesheets of pages beyond the first: needed with the second page only, so they are no part of the first load.
 */
import { LOOKS, STYLES } from "virtual:styles";

/** The sheets that were fetched, by address, and when each is here. */
const sheets = new Map<string, { link: HTMLLinkElement; here: Promise<void> }>();

/** Take a sheet into the document; it applies once its media say so. */
function add(href: string, media: "all" | "not all"): Promise<void> {
  const sheet = sheets.get(href);
  if (sheet) return sheet.here;
  const link = document.createElement("link");
  const here = new Promise<void>((resolve) => (link.onload = link.onerror = () => resolve()));
  link.rel = "stylesheet";
  link.media = media;
  link.href = href;
  document.head.append(link);
  sheets.set(href, { link, here });
  return here;
}

/** Fetch a page's sheet once, without applying it: the page on the screen has classes of the same names. */
export async function fetchSheet(name: string, first: string): Promise<void> {
  // What belongs to no page: the document has it only for readers who chose other looks than the default.
  if (LOOKS) void add(LOOKS, "all");
  const href = STYLES[name];
  if (href && href !== STYLES[first]) await add(href, "not all");
}

/** Apply one page's sheet and no other page's; that of the first page is in the document. */
export function applySheet(name: string, first: string): void {
  const href = STYLES[name];
  for (const [address, { link }] of sheets) if (address !== LOOKS) link.media = address === href ? "all" : "not all";
  const inline = document.querySelector<HTMLStyleElement>("head > style");
  if (inline) inline.media = href === STYLES[first] ? "all" : "not all";
}
