/** The query grammar of the inbox: which hand-offs are listed, and which ready text the answer begins with. */
import { grammar, oneOf, place, text } from "../../page";

/** The lists: what is open, what people have closed, what nobody came for in time. */
export const LISTS = ["open", "closed", "missed"] as const;

export const inboxGrammar = grammar({ state: oneOf(LISTS, "open"), page: place(), reply: text({ max: 40 }) });
