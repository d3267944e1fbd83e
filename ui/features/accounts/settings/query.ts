/** The query grammar of the account pages. */
import { grammar, place } from "../../../page";

/** Which page of the sessions. */
export const securityGrammar = grammar({ page: place() });
