import { mayOpen, type User } from "../lib/session";
import type { PageRow } from "./page";

const MOST = 3;

/** How much two addresses have in common: the letters their words begin alike with. */
function likeness(name: string, other: string): number {
  const words = other.split(/[/-]/).filter(Boolean);
  const alike = (word: string, known: string) => {
    let n = 0;
    while (n < word.length && word[n] === known[n]) n += 1;
    return n;
  };
  return name
    .split(/[/?#-]/)
    .filter(Boolean)
    .reduce((sum, word) => sum + Math.max(0, ...words.map((known) => alike(word, known))), 0);
}

/** The pages nearest to an address that a reader may open and that need no further knowledge to be named. */
export function nearest(
  pages: readonly PageRow[],
  url: string,
  user: User | null,
  hasName: (page: PageRow) => boolean,
): PageRow[] {
  const bare = url.split(/[?#]/, 1)[0] ?? "/";
  return pages
    .filter(
      (page) =>
        page.path !== bare &&
        page.path !== "/" &&
        !page.path.includes(":") &&
        page.access !== "guest" &&
        mayOpen(page.access, user) &&
        hasName(page),
    )
    .map((page) => ({ page, score: likeness(bare.toLowerCase(), page.path) }))
    .filter(({ score }) => score > 2)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ page }) => page);
}
