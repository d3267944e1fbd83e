/** The query grammar of the imports pages. */
import { grammar, place } from "../../page";

export const importsGrammar = grammar({ page: place() });
