import type { PathValue } from "../lib/path";

/**
 * The check of one query key, as data; the same rows reach Flask in the page table, and `tests/cases/query.cases.json`
 * is what both make of them.
 */
export type Rule =
  | { type: "enum" | "enums" | "refs" | "range"; values: readonly string[]; default: string }
  | { type: "int"; min: number; max: number; default: string }
  | { type: "text" | "list"; max: number; default: string }
  | { type: "ids" | "day" | "zone" | "flag" | "place"; default: string };

/** A rule that knows the type its value is read as. */
export type Key<T> = Rule & { readonly of?: T };

/** A page's query: keys in canonical order. */
export type Grammar = Readonly<Record<string, Key<unknown>>>;

/** The typed values of a grammar. */
export type Values<G extends Grammar> = { [K in keyof G]: G[K] extends Key<infer T> ? T : never };

/** The preset ranges; anything else is `YYYY-MM-DD..YYYY-MM-DD`. */
export const PRESETS = [
  "today",
  "yesterday",
  "last_7_days",
  "last_28_days",
  "recent",
  "last_90_days",
  "this_week",
  "last_week",
  "this_month",
  "last_month",
  "this_quarter",
  "last_quarter",
  "this_year",
  "last_year",
  "all",
] as const;

/** Keep a grammar's exact type. */
export const grammar = <const G extends Grammar>(keys: G): G => keys;
/** One of a few words. */
export const oneOf = <const V extends string>(values: readonly V[], fallback: NoInfer<V> | "" = ""): Key<V> =>
  ({ type: "enum", values, default: fallback }) as Key<V>;
/** Any of a few words, comma separated. */
export const many = (values: readonly string[]): Key<string[]> => ({ type: "enums", values, default: "" });
/** A whole number. */
export const int = (o: { default: number; min: number; max: number }): Key<number> => ({
  type: "int",
  min: o.min,
  max: o.max,
  default: String(o.default),
});
/** Free text, cut at nothing: longer is an error. */
export const text = (o: { max: number; default?: string } = { max: 200 }): Key<string> => ({
  type: "text",
  max: o.max,
  default: o.default ?? "",
});
/** A few texts in their order, semicolon separated, together no longer than `max`. */
export const list = (o: { max: number }): Key<string[]> => ({ type: "list", max: o.max, default: "" });
/** Ids, comma separated. */
export const ids = (): Key<string[]> => ({ type: "ids", default: "" });
/** Things of some kinds, each as its kind and id, comma separated: `city:12,outlet:9`. */
export const refs = (kinds: readonly string[]): Key<string[]> => ({ type: "refs", values: kinds, default: "" });
/** A date. */
export const day = (): Key<string> => ({ type: "day", default: "" });
/** A preset range or two dates. */
export const range = (fallback: string): Key<string> => ({ type: "range", values: PRESETS, default: fallback });
/** `client`, `viewer` or an IANA zone. */
export const zone = (fallback: string): Key<string> => ({ type: "zone", default: fallback });
/** `1` or absent. */
export const flag = (): Key<boolean> => ({ type: "flag", default: "" });

/** A page of a list: its number, or the cursor that `next` leads on with where there are too many. */
export type PageRef = number | string;
/** The page of a list. */
export const place = (): Key<PageRef> => ({ type: "place", default: "1" });

/** A query that could not be read: which key, and by which rule; `valid` says what that takes. */
export interface QueryProblem {
  key: string;
  value: string;
  rule: Rule;
}

/**
 * No value is longer, in UTF-16 units; what is gets refused before anything else looks at it. `app/web/query.py` has
 * the same.
 */
const LONGEST = 4096;
const LONGEST_ZONE = 64;
// No two neighbours take the same character, so that there is one way to match: a render worker has one thread.
const ZONE = /^[A-Za-z_]+(?:[/+-][A-Za-z0-9_+-]+(?:\/[A-Za-z0-9_+-]+)*)?$/;
const PLACE = /^(?:(?!0+$)\d{1,6}|c\d{1,19})$/;
const DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/;
const REFERENCE = /^(\w+):\d{1,19}$/;
const isDay = (text: string) => DAY.test(text) && (new Date(text).toJSON() ?? "").startsWith(text);
const sorted = (value: string) => [...new Set(value.split(",").filter(Boolean))];

/** Tell whether a non-empty value obeys its rule. */
function obeys(rule: Rule, value: string): boolean {
  if (value.length > LONGEST) return false;
  switch (rule.type) {
    case "enum":
      return rule.values.includes(value);
    case "enums":
      return sorted(value).every((v) => rule.values.includes(v));
    case "int":
      return /^\d{1,9}$/.test(value) && Number(value) >= rule.min && Number(value) <= rule.max;
    case "text":
    case "list":
      return value.length <= rule.max;
    case "ids":
      return /^\d+(,\d+)*$/.test(value);
    case "refs":
      return sorted(value).every((v) => rule.values.includes(REFERENCE.exec(v)?.[1] ?? ""));
    case "day":
      return isDay(value);
    case "range": {
      if (rule.values.includes(value)) return true;
      const [from = "", to = "", more] = value.split("..");
      return isDay(from) && isDay(to) && more === undefined && from <= to;
    }
    case "zone":
      return value.length <= LONGEST_ZONE && ZONE.test(value);
    case "flag":
      return value === "1";
    case "place":
      return PLACE.test(value);
  }
}

const partsOf = (value: string) => [...new Set(value.split(";").map((part) => part.trim()))].filter(Boolean);
const order = (rule: Rule, list: string[]) =>
  rule.type === "ids" ? list.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)) : list.sort();

function read(rule: Rule, value: string): unknown {
  if (rule.type === "list") return partsOf(value);
  if (JOINED[rule.type] === ",") return order(rule, sorted(value));
  if (rule.type === "int" || (rule.type === "place" && !value.startsWith("c"))) return Number(value);
  return rule.type === "flag" ? value === "1" : value;
}

/** What is between the values of a key that is given more than once; two date inputs make one range. */
const JOINED: Partial<Record<Rule["type"], string>> = { enums: ",", ids: ",", refs: ",", range: "..", list: ";" };

/** Keys every page takes: the language of its address, and what was just done. */
const COMMON = new Set(["hl", "done"]);

/** Read a search string by a grammar: values with defaults, unknown keys, first problem. */
export function readQuery<G extends Grammar>(
  keys: G,
  search: URLSearchParams,
): { values: Values<G>; extra: string[]; problem: QueryProblem | null } {
  const values: Record<string, unknown> = {};
  let problem: QueryProblem | null = null;
  for (const [key, rule] of Object.entries(keys)) {
    const all = search
      .getAll(key)
      .map((value) => value.trim())
      .filter(Boolean);
    const joined = JOINED[rule.type];
    const text = joined === undefined ? (all[0] ?? "") : all.join(joined);
    const good = text === "" || obeys(rule, text);
    if (!good) problem ??= { key, value: text, rule };
    values[key] = read(rule, good && text !== "" ? text : rule.default);
  }
  const extra = [...new Set(search.keys())].filter(
    (key) => !Object.hasOwn(keys, key) && !COMMON.has(key) && !key.startsWith("utm_"),
  );
  return { values: values as Values<G>, extra, problem };
}

/** Values for the address: grammar order, defaults left out. */
export function writeQuery(keys: Grammar, values: Readonly<Record<string, PathValue>>): Record<string, PathValue> {
  const out: Record<string, PathValue> = {};
  for (const [key, rule] of Object.entries(keys)) {
    const value = values[key];
    const list = Array.isArray(value)
      ? rule.type === "list"
        ? partsOf(value.join(";")).join(";")
        : order(rule, [...new Set(value.map(String))]).join(",")
      : value === true
        ? "1"
        : value === false || value == null
          ? ""
          : String(value);
    if (list !== "" && list !== rule.default) out[key] = list;
  }
  return out;
}
