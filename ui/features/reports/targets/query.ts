/** The query grammar of the page of targets. */
import { flag, grammar, oneOf, place, text } from "../../../page";

export const targetsGrammar = grammar({
  metric: text({ max: 40 }),
  history: flag(),
  page: place(),
  do: oneOf(["set", "remove"]),
  /** The target that a form begins with. */
  target: text({ max: 20 }),
});
