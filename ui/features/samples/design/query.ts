/** The query grammar of the design pages. */
import { bothWays } from "../../../lib/sort";
import { day, flag, grammar, ids, int, many, oneOf, range, text } from "../../../page";

export const partGrammar = grammar({
  r: range("last_28_days"),
  step: int({ default: 1, min: 1, max: 3 }),
  sort: oneOf(bothWays(["name", "sessions"])),
  columns: many(["state", "city", "seen", "sessions", "resolved", "change"]),
  dense: flag(),
  compare: ids(),
  open: ids(),
  q: text(),
});

export const designGrammar = grammar({ s: text({ max: 20 }), ...partGrammar });

/** Where the wizard's visitor may go. */
export const VISITED = ["Pune Baner", "Pune Hadapsar", "Nashik Gangapur Road"] as const;

export const wizardGrammar = grammar({
  step: int({ default: 1, min: 1, max: 4 }),
  name: text({ max: 80 }),
  email: text({ max: 120 }),
  outlet: oneOf(VISITED),
  day: day(),
});
