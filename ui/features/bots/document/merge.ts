/** Two people's changes of one document, put together. */
import { entryOf } from "../../../lib/entryOf";
import type { Path } from "./types";

/** A place that both have changed, each in their own way; `undefined` where one has taken it out. */
export interface Clash {
  path: Path;
  mine: unknown;
  theirs: unknown;
}

/** Whose change holds where two clash. */
export type Side = "mine" | "theirs";

/** Says which change of a place holds. */
export type Choose = (path: Path) => Side;

/** Where words are a set, to which both may add; elsewhere they are wordings of one text. */
const SETS = ["intents", "entities", "restart", "goals", "languages"];
const NAMED = ["nodes", "intents", "entities", "variables", "knowledge"];

/** The part of a document that a place belongs to: a node, an intent, an entity… or one of its settings. */
export const partOf = ([kind, name]: Path): string =>
  NAMED.includes(String(kind)) && name !== undefined ? `${kind}/${name}` : String(kind);

/** Both changes in one, as chosen where they clash, and where that is. */
export interface Merged<T> {
  merged: T;
  clashes: Clash[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether two values say the same; the order of keys does not count. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((word) => typeof word === "string");

/** Put together what I and another person have made of the same base; mine holds where nothing else is chosen. */
export function merge<T>(base: T, mine: T, theirs: T, choose: Choose = () => "mine", path: Path = []): Merged<T> {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { merged: mine, clashes: [] };
  if (isSame(base, mine)) return { merged: theirs, clashes: [] };
  if (SETS.includes(String(path[0])) && isWords(base) && isWords(mine) && isWords(theirs))
    return { merged: bothWords(base, mine, theirs) as T, clashes: [] };
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs))
    return inRows(base, mine, theirs, choose, path);
  if (!isRecord(mine) || !isRecord(theirs)) return clash(mine, theirs, choose, path);
  const ground: Record<string, unknown> = isRecord(base) ? base : {};
  const entries: [string, unknown][] = [];
  const clashes: Clash[] = [];
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const inner = merge<unknown>(entryOf(ground, key), entryOf(mine, key), entryOf(theirs, key), choose, [
      ...path,
      key,
    ]);
    if (inner.merged !== undefined) entries.push([key, inner.merged]);
    clashes.push(...inner.clashes);
  }
  return { merged: Object.fromEntries(entries) as T, clashes };
}

/** What is chosen of two values that cannot be put together. */
const clash = <T>(mine: T, theirs: T, choose: Choose, path: Path): Merged<T> => ({
  merged: choose(path) === "mine" ? mine : theirs,
  clashes: [{ path, mine, theirs }],
});

/** Words that either has added, without those that either has taken out. */
function bothWords(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const gone = base.filter((word) => !mine.includes(word));
  const added = mine.filter((word) => !base.includes(word) && !theirs.includes(word));
  return [...theirs.filter((word) => !gone.includes(word)), ...added];
}

/** Rows change one by one as long as nobody has added, moved or removed one. */
function inRows<T>(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
  choose: Choose,
  path: Path,
): Merged<T> {
  if (base.length !== mine.length || base.length !== theirs.length) return clash(mine as T, theirs as T, choose, path);
  const rows = base.map((row, at) => merge(row, mine[at], theirs[at], choose, [...path, at]));
  return { merged: rows.map(({ merged }) => merged) as T, clashes: rows.flatMap(({ clashes }) => clashes) };
}
