/** The query grammar of the visits whose customers are to be asked. */
import { grammar, oneOf, place } from "../../../page";
import { SELECTION } from "../filters/selection";

export const SIZES = ["10", "25", "50", "100"] as const;

/** Bots and what their conversations are like cut nothing of visits. */
export const dueQuery = grammar({
  r: SELECTION.r,
  tz: SELECTION.tz,
  out: SELECTION.out,
  page: place(),
  per: oneOf(SIZES, "25"),
});
