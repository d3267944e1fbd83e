/** The query grammar of the page of annotations. */
import { grammar, oneOf, place, text } from "../../../page";

export const KINDS = ["outage", "note"] as const;

export const annotationsGrammar = grammar({
  page: place(),
  do: oneOf(["new", "edit", "delete"]),
  annotation: text({ max: 20 }),
});
