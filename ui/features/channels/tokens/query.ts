/** The address of a bot's channels: a token's identity secret, an account with templates and events, a new one. */
import { flag, grammar, oneOf, place, text } from "../../../page";
import { CHANNELS } from "../messaging/api";

export const channelsGrammar = grammar({
  token: text({ max: 20 }),
  account: text({ max: 20 }),
  add: oneOf(CHANNELS),
  remove: flag(),
  templates: place(),
  events: text({ max: 20 }),
  received: place(),
});
