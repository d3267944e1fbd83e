/** The query grammar of the reports pages. */
import { flag, grammar, ids, many, oneOf, range, refs, text, zone } from "../../../page";
import { PLACES } from "./places";
import { CHANNELS, COMPARISONS, DATA, GROUPS, STEPS, TRAFFIC } from "./values";

/** What a list of people or places is narrowed by: which conversations, of which days. */
export const SELECTION = {
  bot: ids(),
  grp: oneOf(GROUPS, "overall"),
  r: range("last_28_days"),
  tz: zone("client"),
  ch: many(CHANNELS),
  out: refs(PLACES),
  lang: text({ max: 12 }),
  traffic: oneOf(TRAFFIC, "real"),
  data: oneOf(DATA, "measured"),
};

export const reportQuery = grammar({
  bot: SELECTION.bot,
  grp: SELECTION.grp,
  r: SELECTION.r,
  tz: SELECTION.tz,
  cmp: oneOf(COMPARISONS, "prev"),
  g: oneOf(STEPS, "auto"),
  ch: SELECTION.ch,
  out: SELECTION.out,
  lang: SELECTION.lang,
  traffic: SELECTION.traffic,
  data: SELECTION.data,
  today: flag(),
  markers: oneOf(["off"]),
  snap: text({ max: 64 }),
});
