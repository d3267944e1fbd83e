/** The query grammar of the bots pages. */
import { grammar, oneOf, place, text } from "../../../page";

export const botsGrammar = grammar({
  q: text({ max: 60 }),
  page: place(),
  per: oneOf(["10", "25", "50", "100"], "10"),
});
