/** The query grammar of the search pages. */
import { grammar, int, oneOf, text } from "../../page";

/** The groups in their order. */
export const GROUPS = [
  "pages",
  "bots",
  "conversations",
  "clients",
  "outlets",
  "vehicles",
  "customers",
  "leads",
  "reference",
  "people",
  "help",
  "actions",
] as const;

export const searchGrammar = grammar({
  q: text({ max: 100 }),
  group: oneOf(GROUPS),
  page: int({ default: 1, min: 1, max: 1000 }),
});
