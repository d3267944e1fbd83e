/** The query grammars of the list of bots and of making one. */
import { grammar, ids, oneOf, place, text } from "../../../page";
import { DIALOGS } from "../layout/query";
import { BOT_CHANNELS } from "../../../lib/channels";
import { BOT_GROUPS, BOT_LANGUAGES, LISTED_STATES, SPEECH, SORTS, type ListArgs } from "./types";

export const botsGrammar = grammar({
  q: text({ max: 60 }),
  state: oneOf(LISTED_STATES),
  group: oneOf(BOT_GROUPS),
  channel: oneOf(BOT_CHANNELS),
  language: oneOf(BOT_LANGUAGES),
  owner: text({ max: 20 }),
  sort: oneOf(SORTS, "name"),
  page: place(),
  per: oneOf(["10", "25", "50", "100"], "10"),
  do: oneOf(DIALOGS),
  who: ids(),
});

export const newBotGrammar = grammar({
  from: oneOf(["service-booking", "sales-enquiry", "post-service-feedback", "file", "nothing"], "service-booking"),
  speech: oneOf(SPEECH, "mixed"),
});

/** The list without the dialog that is over it. */
export function listOf<T extends ListArgs & { do: string; who: string[] }>(query: T): ListArgs {
  const { do: _do, who: _who, ...list } = query;
  return list;
}
