/** The query grammar of the reports pages. */
import { flag, grammar, ids, many, oneOf, range, refs, text, zone } from "../../../page";
import { CHANNELS, COMPARISONS, DATA, GROUPS, PLACES, STEPS, TRAFFIC } from "./values";

export const reportQuery = grammar({
  bot: ids(),
  grp: oneOf(GROUPS, "overall"),
  r: range("last_28_days"),
  tz: zone("client"),
  cmp: oneOf(COMPARISONS, "prev"),
  g: oneOf(STEPS, "auto"),
  ch: many(CHANNELS),
  out: refs(PLACES),
  lang: text({ max: 12 }),
  traffic: oneOf(TRAFFIC, "real"),
  data: oneOf(DATA, "measured"),
  today: flag(),
  markers: oneOf(["off"]),
  snap: text({ max: 64 }),
});
