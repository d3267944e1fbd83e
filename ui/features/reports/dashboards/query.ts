/** The query grammars of dashboards: their list, one of them, and adding a tile. */
import { grammar, oneOf, place, text } from "../../../page";
import { reportQuery } from "../filters/query";

export const boardsGrammar = grammar({ page: place(), do: oneOf(["new"]) });

export const boardGrammar = grammar({
  ...reportQuery,
  do: oneOf(["edit", "arrange", "delete"]),
  /** The tile that was just removed, with its place: what undoing adds again. */
  removed: text({ max: 1200 }),
});

export const addGrammar = grammar({ report: text({ max: 40 }), figure: text({ max: 60 }), query: text({ max: 1000 }) });
