/** The query grammar of the imports of master data. */
import { grammar, oneOf, place } from "../../../page";
import { EDITABLE, KINDS } from "./types";

export const masterImportsGrammar = grammar({ kind: oneOf(KINDS), page: place() });
export const masterImportGrammar = grammar({ rows: oneOf(EDITABLE, "open"), page: place() });
