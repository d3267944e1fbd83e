/** The query grammar of the page of questions and answers. */
import { grammar, text } from "../../../page";

export const knowledgeGrammar = grammar({
  /** The language beside the first one. */
  lang: text({ max: 12 }),
});
