/** The query grammar of the access pages. */
import { grammar, oneOf } from "../../../page";

export const SHOWN = ["all", "may", "not"] as const;

export const accessGrammar = grammar({ show: oneOf(SHOWN, "all") });
