/** What the address of a bot's versions may say: which two are compared, the page of the list, and a replay. */
import { grammar, place, text } from "../../../page";

export const versionsGrammar = grammar({
  from: text({ max: 9 }),
  to: text({ max: 9 }),
  page: place(),
  replay: text({ max: 20 }),
});
