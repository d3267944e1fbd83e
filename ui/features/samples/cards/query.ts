/** The query grammar of the cards pages. */
import { grammar, oneOf } from "../../../page";
import { RANGES, YEARS } from "./types";

export const analyticsGrammar = grammar({ r: oneOf(RANGES, "last_28_days") });

export const ecommerceGrammar = grammar({ r: oneOf(RANGES, "last_28_days"), year: oneOf(YEARS, "2020") });
