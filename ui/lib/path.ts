/** What may stand as a query value; empty ones are left out of the path. */
export type PathValue = string | number | boolean | null | undefined | readonly (string | number)[];

const encode = (value: string) => encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%3A", ":");

/** Write a root-relative path with its query, always the same for the same arguments. */
export function path(base: string, query: Readonly<Record<string, PathValue>> = {}): string {
  const pairs: string[] = [];
  for (const [key, value] of Object.entries(query)) {
    const text = Array.isArray(value)
      ? value.join(",")
      : value === true
        ? "1"
        : value === false || value == null
          ? ""
          : String(value);
    if (text !== "") pairs.push(`${key}=${encode(text)}`);
  }
  return pairs.length ? `${base}?${pairs.join("&")}` : base;
}
