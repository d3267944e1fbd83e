/** The query grammar of the exports pages. */
import { grammar, place } from "../../page";

export const exportsGrammar = grammar({ page: place() });
