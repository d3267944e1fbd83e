/** The query grammar of the page of intents. */
import { flag, grammar, text } from "../../../page";

export const understandingGrammar = grammar({
  /** The intent that is open. */
  intent: text({ max: 80 }),
  /** The entity that is open. */
  entity: text({ max: 64 }),
  /** The language whose phrases are shown, and that titles stand in beside the first one. */
  lang: text({ max: 12 }),
  q: text({ max: 100 }),
  /** Whether something is about to be added. */
  add: text({ max: 10 }),
  paste: flag(),
});
