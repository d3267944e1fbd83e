/** The query grammar of a bot's cases: the page of the list, the one that is open, and how. */
import { grammar, oneOf, place, text } from "../../../page";

export const casesGrammar = grammar({
  page: place(),
  case: text({ max: 20 }),
  view: oneOf(["result", "edit"], "result"),
});
