/** The query grammar of the page of what a bot knows. */
import { grammar, oneOf, place, text } from "../../../page";

export const knowledgeGrammar = grammar({
  /** The language beside the first one. */
  lang: text({ max: 12 }),
  q: text({ max: 200 }),
  page: place(),
  /** The page of questions without an answer. */
  questions: place(),
  document: text({ max: 20 }),
  passage: text({ max: 20 }),
  /** Passages by their use; documents whose answers mostly did not help. */
  use: oneOf(["cited", "never", "poorly"]),
  show: oneOf(["add", "edit", "delete", "replace"]),
});
