/** The query grammar of the pricing pages. */
import { grammar, oneOf } from "../../../page";

/** How one pays. */
export const pricingQuery = grammar({ billing: oneOf(["monthly", "yearly"], "yearly") });
