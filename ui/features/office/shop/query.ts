/** The query grammar of the shop pages. */
import { flag, grammar, int, oneOf, place, text } from "../../../page";
import { CATEGORIES, SORTS, STEPS } from "./types";

const DEAREST = 100_000_000;

export const shopGrammar = grammar({
  q: text(),
  category: oneOf(CATEGORIES),
  brand: text({ max: 60 }),
  over: int({ default: 0, min: 0, max: DEAREST }),
  under: int({ default: 0, min: 0, max: DEAREST }),
  rating: int({ default: 0, min: 0, max: 5 }),
  free: flag(),
  sort: oneOf(SORTS, "featured"),
  view: oneOf(["grid", "list"], "grid"),
  page: place(),
});

/** The step of the checkout, and the address chosen in the second. */
export const checkoutGrammar = grammar({ step: oneOf(STEPS, "cart"), address: text({ max: 20 }) });

/** A page of a list. */
export const pagedGrammar = grammar({ page: place() });
