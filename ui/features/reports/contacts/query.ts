/** The query grammar of a contact's timeline. */
import { grammar, many, oneOf, place } from "../../../page";
import { CHANNELS } from "../filters/values";

/** Lanes that are no channels. */
export const AREAS = ["service", "offers", "leads"] as const;
export const SIZES = ["10", "25", "50", "100"] as const;

export const timelineGrammar = grammar({
  lane: many([...CHANNELS, ...AREAS]),
  page: place(),
  per: oneOf(SIZES, "25"),
});
