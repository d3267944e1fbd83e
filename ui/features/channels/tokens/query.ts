/** What the address of a bot's channels may say: a token's new identity secret, a messaging account, a new one. */
import { flag, grammar, oneOf, text } from "../../../page";
import { CHANNELS } from "../messaging/api";

export const channelsGrammar = grammar({
  token: text({ max: 20 }),
  account: text({ max: 20 }),
  add: oneOf(CHANNELS),
  remove: flag(),
});
