/** The query grammar of the page of texts. */
import { grammar, oneOf, place, text } from "../../../page";

/** What a list of texts can be narrowed to. */
export const ONLY = ["missing", "stale", "long"] as const;
export type Only = (typeof ONLY)[number];

export const textsGrammar = grammar({
  /** The language beside the first one. */
  lang: text({ max: 12 }),
  /** Which texts are listed; all of them where nothing is said. */
  only: oneOf(ONLY),
  q: text({ max: 100 }),
  page: place(),
});
