/** The query grammar of the account pages. */
import { grammar, place, text } from "../../../page";

/** The link that confirms another email address. */
export const generalGrammar = grammar({ token: text({ max: 200 }) });

/** Which page of the sessions. */
export const securityGrammar = grammar({ page: place() });
