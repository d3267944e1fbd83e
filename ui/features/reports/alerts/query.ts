/** The query grammars of the pages of alerts. */
import { grammar, oneOf, place, text } from "../../../page";

export const OPS = ["above", "below", "rises", "falls", "anomaly"] as const;
export const WINDOWS = ["hour", "day", "week"] as const;

export const STATES = ["firing", "acknowledged", "armed", "resolved", "paused"] as const;

/** An alert is shown beside the list it was chosen from: both addresses say the same. */
export const alertsGrammar = grammar({
  q: text({ max: 60 }),
  page: place(),
  /** The page of what has fired. */
  fired: place(),
  state: oneOf(STATES),
  do: oneOf(["new", "edit", "delete"]),
  /** What a new alert begins with. */
  metric: text({ max: 40 }),
  query: text({ max: 1000 }),
});
