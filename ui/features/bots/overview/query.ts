/** What the address of a bot's page may say: the group of texts that becomes phrases, and how many groups are shown. */
import { grammar, int, oneOf, text } from "../../../page";

export const overviewGrammar = grammar({
  miss: text({ max: 12 }),
  as: oneOf(["new"]),
  most: int({ default: 5, min: 5, max: 50 }),
});
