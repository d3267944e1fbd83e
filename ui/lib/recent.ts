/** What one person searched for and opened lately, kept in this browser alone. */
import { ownKey } from "./own";

const SEARCHES = "recentSearches";
const PAGES = "recentPages";
const MOST_SEARCHES = 5;
const MOST_PAGES = 8;

/** A page that was opened, by the name it had then. */
export interface RecentPage {
  url: string;
  title: string;
  at: string;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isPage = (value: unknown): value is RecentPage => {
  const { url, title, at } = (value ?? {}) as Partial<RecentPage>;
  return isText(url) && url.startsWith("/") && isText(title) && isText(at);
};

function read<T>(key: string, user: string, fits: (value: unknown) => value is T): T[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(ownKey(user, key)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(fits) : [];
  } catch {
    return [];
  }
}

function write(key: string, user: string, words: readonly unknown[]): void {
  try {
    localStorage.setItem(ownKey(user, key), JSON.stringify(words));
  } catch {
    // A browser that keeps nothing remembers nothing.
  }
}

/** What a person searched for lately, newest first. */
export const recentSearches = (user: string): string[] => read(SEARCHES, user, isText).slice(0, MOST_SEARCHES);

/** Remember a search. */
export function rememberSearch(user: string, q: string): void {
  write(SEARCHES, user, [q, ...recentSearches(user).filter((word) => word !== q)].slice(0, MOST_SEARCHES));
}

/** The pages a person opened lately, newest first. */
export const recentPages = (user: string): RecentPage[] => read(PAGES, user, isPage).slice(0, MOST_PAGES);

/** Remember a page; of one address only the last view counts, whatever narrowed it. */
export function rememberPage(user: string, page: RecentPage): void {
  const bare = (url: string) => url.split(/[?#]/, 1)[0];
  write(
    PAGES,
    user,
    [page, ...recentPages(user).filter(({ url }) => bare(url) !== bare(page.url))].slice(0, MOST_PAGES),
  );
}
