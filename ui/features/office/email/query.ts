/** The query grammar of the email pages. */
import { grammar, oneOf, place, text } from "../../../page";
import { ANSWERS, PLACES } from "./types";

/** The list a mail was opened from; without it, its folder's. */
export const oneGrammar = grammar({ in: oneOf(PLACES), q: text(), page: place() });

export const composeGrammar = grammar({
  draft: text({ max: 20 }),
  answers: text({ max: 20 }),
  kind: oneOf(ANSWERS, "reply"),
  ready: text({ max: 60 }),
});

export const listGrammar = grammar({ q: text(), page: place() });
