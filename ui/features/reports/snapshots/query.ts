/** The query grammar of the page of snapshots. */
import { grammar, oneOf, place, text } from "../../../page";

export const VIEWS = ["own", "months", "changes"] as const;

export const snapshotsGrammar = grammar({
  view: oneOf(VIEWS, "own"),
  page: place(),
  /** The snapshot that is compared with now. */
  changes: text({ max: 64 }),
  do: oneOf(["close", "reopen"]),
  close: text({ max: 20 }),
});
