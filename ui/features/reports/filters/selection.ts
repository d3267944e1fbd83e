/** What lists of people and places are narrowed by. */
import { ids, many, oneOf, range, refs, text, zone } from "../../../page";
import { CHANNELS, DATA, GROUPS, PLACES, TRAFFIC } from "./values";

/** Which conversations, of which days. */
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
