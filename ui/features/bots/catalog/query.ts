/** The query grammars of the list of bots and of making one. */
import { grammar, ids, oneOf, place, text } from "../../../page";
import { DIALOGS } from "../layout/query";
import { BOT_GROUPS, LISTED_STATES, SPEECH, SORTS, type ListArgs } from "./types";

/** What the call itself checks. */
const WORD = { max: 20 };

export const botsGrammar = grammar({
  q: text({ max: 60 }),
  state: oneOf(LISTED_STATES),
  group: oneOf(BOT_GROUPS),
  channel: text(WORD),
  language: text(WORD),
  owner: text(WORD),
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
