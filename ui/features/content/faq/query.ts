/** The query grammar of the faq pages. */
import { grammar, text } from "../../../page";

/** The FAQ's search. */
export const faqQuery = grammar({ q: text({ max: 200 }) });
