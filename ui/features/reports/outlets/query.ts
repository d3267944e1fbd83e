/** The query grammar of the table of outlets. */
import { bothWays } from "../../../lib/sort";
import { flag, grammar, oneOf, place } from "../../../page";
import { SELECTION } from "../filters/selection";

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
  ...SELECTION,
  today: flag(),
  by: oneOf(COMPARED, RANKED_BY),
  sort: oneOf(bothWays(["rank", "name"]), "rank"),
  page: place(),
  per: oneOf(SIZES, "25"),
});
