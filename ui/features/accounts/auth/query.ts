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

/** Why nobody was signed in, as the call that takes a provider's answer says it. */
export const PROBLEMS = [
  "cancelled",
  "domain",
  "expired",
  "gone",
  "kept_out",
  "other_account",
  "refused",
  "unknown",
  "unreachable",
  "unverified",
] as const;

export const signOnQuery = grammar({
  next: text({ max: 2000 }),
  domain: text({ max: 253 }),
  workspace: text({ max: 60 }),
  problem: oneOf(["", ...PROBLEMS]),
});
