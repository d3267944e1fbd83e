/** The query grammar of the pages of offers. */
import { grammar, oneOf, place, text, type Values } from "../../page";
import { SPOKEN } from "../../lib/spoken";
import { EVENTS, RECIPIENT_VIEWS, VIEWS, type WholeOffer } from "./types";

export const offersGrammar = grammar({ q: text(), view: oneOf(VIEWS), page: place() });

export const TABS = ["results", "recipients", "message", "audience", "schedule"] as const;
export type Tab = (typeof TABS)[number];

export const offerGrammar = grammar({
  tab: oneOf(TABS),
  q: text(),
  state: oneOf(RECIPIENT_VIEWS),
  variant: oneOf(["a", "b", "c", "d"]),
  language: oneOf(SPOKEN),
  outlet: text({ max: 20 }),
  page: place(),
  do: oneOf([...EVENTS, "test"]),
});

/** A new offer may be to the people of a report. */
export const newOfferGrammar = grammar({ segment: text({ max: 2000 }) });

export const consentsGrammar = grammar({ do: oneOf(["import"]) });

export const unsubscribeGrammar = grammar({ code: text({ max: 40 }) });

/** The tab that an address means: what came of an offer once it has begun, its message before. */
export const tabOf = ({ tab }: Pick<Values<typeof offerGrammar>, "tab">, offer: WholeOffer): Tab =>
  tab || (["draft", "pending_approval", "scheduled"].includes(offer.state) ? "message" : "results");
