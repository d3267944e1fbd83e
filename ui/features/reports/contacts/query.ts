/** The query grammar of a contact's timeline. */
import { flag, grammar, many, oneOf, place, type Values } from "../../../page";
import { CHANNELS } from "../filters/values";

/** Lanes that are no channels. */
export const AREAS = ["service", "offers", "leads", "documents"] as const;
export const SIZES = ["10", "25", "50", "100"] as const;

export const timelineGrammar = grammar({
  lane: many([...CHANNELS, ...AREAS]),
  page: place(),
  per: oneOf(SIZES, "25"),
  // Whether the question is open that forgets the contact.
  forget: flag(),
});

/** What the call takes of the address. */
export const listOf = (id: string, { forget: _, ...query }: Values<typeof timelineGrammar>) => ({ id, ...query });
