/** The address of a bot's channels: a token's identity secret, an account with templates and events, a new one. */
import { flag, grammar, oneOf, place, text } from "../../../page";
import { MESSAGING_CHANNELS } from "../../../lib/channels";

export const channelsGrammar = grammar({
  token: text({ max: 20 }),
  account: text({ max: 20 }),
  add: oneOf(MESSAGING_CHANNELS),
  remove: flag(),
  templates: place(),
  events: text({ max: 20 }),
  received: place(),
});
