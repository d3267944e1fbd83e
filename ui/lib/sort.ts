/** How a column of a list is sorted, and where a press on its head leads. */
export type Sort = { to: string; dir: "asc" | "desc" | null };

/** Sorts by a key: `first` rising or falling, then the other way round; `to` is the address of an order. */
export function sortBy<Key extends string>(
  sort: string,
  key: Key,
  to: (sort: Key | `-${Key}`) => string,
  first: "asc" | "desc" = "asc",
): Sort {
  const dir = sort === key ? "asc" : sort === `-${key}` ? "desc" : null;
  const falls = dir === null ? first === "desc" : dir === "asc";
  return { dir, to: to(falls ? `-${key}` : key) };
}

/** The orders of a list: by each key, rising and falling. */
export const bothWays = <Key extends string>(keys: readonly Key[]) =>
  keys.flatMap((key) => [key, `-${key}`] as (Key | `-${Key}`)[]);
