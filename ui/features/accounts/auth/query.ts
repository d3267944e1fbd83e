/** The query grammar of the auth pages. */
import { grammar, oneOf, text } from "../../../page";

/** The plans of the price list, by the name they are registered with. */
export const PLANS = ["basic", "standard", "enterprise"] as const;

export const registerQuery = grammar({
  next: text({ max: 2000 }),
  why: oneOf(["", "ended", "reset"]),
  plan: oneOf(["", ...PLANS]),
});

/** Where to go on after signing in. */
export const nextQuery = grammar({ next: text({ max: 2000 }), why: oneOf(["", "ended", "reset"]) });

/** The token of a mail's link. */
export const linkQuery = grammar({ token: text({ max: 200 }) });
