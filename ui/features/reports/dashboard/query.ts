/** The query grammar of the reports pages. */
import { flag, grammar, ids, many, oneOf, range, zone } from "../../../page";
import { CHANNELS, COMPARISONS, DATA, GROUPS } from "./types";

export const dashboardQuery = grammar({
  bot: ids(),
  grp: oneOf(GROUPS, "overall"),
  r: range("last_28_days"),
  tz: zone("client"),
  cmp: oneOf(COMPARISONS, "prev"),
  ch: many(CHANNELS),
  data: oneOf(DATA, "measured"),
  today: flag(),
});
