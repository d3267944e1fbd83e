/** The query grammar of the conversations pages. */
import { bothWays } from "../../../lib/sort";
import { flag, grammar, ids, int, list, many, oneOf, place, range, refs, text, zone } from "../../../page";
import { CHANNELS, DATA, GROUPS, PLACES, TRAFFIC } from "../filters/values";
import type { ConversationArgs } from "./api";
import { SELECTION } from "../filters/selection";
import { CONTACT_SORTS, OUTCOMES, SIZES, SORTS } from "./types";

export const listGrammar = grammar({
  bot: ids(),
  grp: oneOf(GROUPS, "overall"),
  r: range("recent"),
  today: flag(),
  tz: zone("client"),
  ch: many(CHANNELS),
  out: refs(PLACES),
  outcome: many(OUTCOMES),
  engaged: flag(),
  goal: flag(),
  rated: many(["1", "2", "3", "4", "5"]),
  fallbacks: int({ default: 0, min: 0, max: 99 }),
  intent: text({ max: 120 }),
  handoff: flag(),
  lang: text({ max: 12 }),
  contact: ids(),
  traffic: oneOf(TRAFFIC, "real"),
  data: oneOf(DATA, "measured"),
  q: text({ max: 200 }),
  sort: oneOf(bothWays(SORTS), "-created_at"),
  page: place(),
  per: oneOf(SIZES, "10"),
  is: text({ max: 60 }),
  f: list({ max: 2000 }),
  cols: text({ max: 600 }),
  // The condition that is being made, and what its values are like: the page's own.
  add: text({ max: 60 }),
  find: text({ max: 120 }),
});

/** The list of people behind a number of users. */
export const contactsGrammar = grammar({
  ...SELECTION,
  is: oneOf(["", "new", "returning"], ""),
  sort: oneOf(bothWays(CONTACT_SORTS), "-last"),
  page: place(),
  per: oneOf(SIZES, "10"),
});

/** The list one comes from, by its query. */
export const viewsGrammar = grammar({ query: text({ max: 2000 }) });

export const transcriptGrammar = grammar({
  ...listGrammar,
  turn: int({ default: 0, min: 0, max: 100_000 }),
  said: place(),
  /** Whether the turn gets an intent that is new. */
  fix: oneOf(["", "new"], ""),
});

/** The conversations chosen for review that nobody has reviewed. */
export const TO_REVIEW = ["review:eq:unreviewed", "sampled:eq:1"];

/** What the calls take of a list's address. */
export function listOf<T extends ConversationArgs>(query: T): ConversationArgs {
  const own = ["turn", "said", "fix", "add", "find"];
  return Object.fromEntries(Object.entries(query).filter(([key]) => !own.includes(key))) as unknown as ConversationArgs;
}

/** The operators whose values are chosen from those there are. */
export const CHOSEN = new Set(["eq", "ne", "in", "not_in"]);

/** Whether the values of the condition that is being made are listed. */
export const wantsOptions = (add: string) => CHOSEN.has(add.split(":")[1] ?? "");
