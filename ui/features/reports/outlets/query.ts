/** The query grammar of the table of outlets. */
import { bothWays } from "../../../lib/sort";
import { flag, grammar, ids, many, oneOf, place, range, refs, text, zone } from "../../../page";
import { CHANNELS, DATA, GROUPS, TRAFFIC } from "../filters/values";
import { PLACES } from "../filters/places";

/** The metrics outlets are compared by, in the order of the columns. */
export const COMPARED = [
  "engaged_sessions",
  "resolved_containment_rate",
  "handoff_rate",
  "fallback_rate",
  "completion_rate",
  "csat",
] as const;

export const RANKED_BY = "resolved_containment_rate";
export const SIZES = ["10", "25", "50", "100"] as const;

export const outletsGrammar = grammar({
  bot: ids(),
  grp: oneOf(GROUPS, "overall"),
  r: range("last_28_days"),
  tz: zone("client"),
  ch: many(CHANNELS),
  out: refs(PLACES),
  lang: text({ max: 12 }),
  traffic: oneOf(TRAFFIC, "real"),
  data: oneOf(DATA, "measured"),
  today: flag(),
  by: oneOf(COMPARED, RANKED_BY),
  sort: oneOf(bothWays(["rank", "name"]), "rank"),
  page: place(),
  per: oneOf(SIZES, "25"),
});
