/** Two people's changes of one document, put together. */
import type { Path } from "./types";

/** A place that both have changed, each in their own way; `undefined` where one has taken it out. */
export interface Clash {
  path: Path;
  mine: unknown;
  theirs: unknown;
}

/** Both changes in one, mine where they clash, and where that is. */
export interface Merged<T> {
  merged: T;
  clashes: Clash[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether two values say the same; the order of keys does not count. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => isSame(one, b[at]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && isSame(a[key], b[key]));
}

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** Put together what I and another person have made of the same base. */
export function merge<T>(base: T, mine: T, theirs: T, path: Path = []): Merged<T> {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { merged: mine, clashes: [] };
  if (isSame(base, mine)) return { merged: theirs, clashes: [] };
  if (isWords(base) && isWords(mine) && isWords(theirs))
    return { merged: bothWords(base, mine, theirs) as T, clashes: [] };
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) return inRows(base, mine, theirs, path);
  if (!isRecord(mine) || !isRecord(theirs)) return { merged: mine, clashes: [{ path, mine, theirs }] };
  const ground: Record<string, unknown> = isRecord(base) ? base : {};
  const out: Record<string, unknown> = {};
  const clashes: Clash[] = [];
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const inner = merge<unknown>(ground[key], mine[key], theirs[key], [...path, key]);
    if (inner.merged !== undefined) out[key] = inner.merged;
    clashes.push(...inner.clashes);
  }
  return { merged: out as T, clashes };
}

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
  path: Path,
): Merged<T> {
  if (base.length !== mine.length || base.length !== theirs.length)
    return { merged: mine as T, clashes: [{ path, mine, theirs }] };
  const rows = base.map((row, at) => merge(row, mine[at], theirs[at], [...path, at]));
  return { merged: rows.map(({ merged }) => merged) as T, clashes: rows.flatMap(({ clashes }) => clashes) };
}
