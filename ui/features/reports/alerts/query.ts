/** The query grammars of the pages of alerts. */
import { grammar, oneOf, place, text } from "../../../page";

export const OPS = ["above", "below", "rises", "falls", "anomaly"] as const;
export const WINDOWS = ["hour", "day", "week"] as const;

export const STATES = ["firing", "acknowledged", "armed", "resolved", "paused"] as const;

/** What a list shows, and the page of what has fired. */
const LISTED = { q: text({ max: 60 }), page: place(), fired: place(), state: oneOf(STATES) };

export const alertsGrammar = grammar({
  ...LISTED,
  do: oneOf(["new"]),
  /** What a new alert begins with. */
  metric: text({ max: 40 }),
  query: text({ max: 1000 }),
});

/** One alert stands beside the list it was chosen from. */
export const alertGrammar = grammar({ ...LISTED, do: oneOf(["edit", "delete"]) });
