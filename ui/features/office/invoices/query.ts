/** The query grammar of the invoices pages. */
import { bothWays } from "../../../lib/sort";
import { grammar, int, oneOf, place, text } from "../../../page";
import { PERIODS, VIEWS } from "./types";

export const listGrammar = grammar({
  view: oneOf(VIEWS, "all"),
  issued: oneOf(["", ...PERIODS]),
  q: text(),
  sort: oneOf(bothWays(["number", "client", "total", "due"]), "-number"),
  page: place(),
});

/** Which sheet is open beside an invoice. */
export const previewGrammar = grammar({ sheet: oneOf(["", "send", "payment"]) });

/** How many empty lines there are, and which invoice a new one begins as. */
export const addGrammar = grammar({ rows: int({ default: 3, min: 1, max: 50 }), from: text({ max: 20 }) });

/** How many lines there are at least, and the revision that is being changed. */
export const editGrammar = grammar({
  rows: int({ default: 1, min: 1, max: 50 }),
  v: int({ default: 0, min: 0, max: 999_999_999 }),
});
