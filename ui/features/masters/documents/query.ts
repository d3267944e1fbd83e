/** What the addresses of customers' documents may say. */
import { grammar, int, oneOf, place, text } from "../../../page";

export const KINDS = ["", "rc", "insurance", "licence", "invoice", "service_record", "damage_photo"] as const;
export const STATES = [
  "",
  "waiting",
  "received",
  "classified",
  "extracted",
  "needs_review",
  "accepted",
  "rejected",
  "expired",
] as const;
/** Days within which a validity ends. */
export const SPANS = [0, 30, 60, 90] as const;

export const documentsGrammar = grammar({
  state: oneOf(STATES, ""),
  kind: oneOf(KINDS, ""),
  outlet: text({ max: 20 }),
  expiring: int({ default: 0, min: 0, max: 3650 }),
  page: place(),
  do: oneOf(["", "new"], ""),
  vehicle: text({ max: 20 }),
});

export const documentGrammar = grammar({
  /** The page of a PDF that is shown. */
  sheet: place(),
  /** The document that was decided before. */
  last: text({ max: 20 }),
});
