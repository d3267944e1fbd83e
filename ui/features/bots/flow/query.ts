/** The query grammar of the outline editor. */
import { flag, grammar, oneOf, text } from "../../../page";
import { CHANNELS } from "./types";

export const flowGrammar = grammar({
  /** How the flow is shown: as the outline, or drawn. */
  view: oneOf(["canvas"]),
  /** Whether the canvas shows which ways conversations took. */
  traffic: flag(),
  /** The node that is open. */
  node: text({ max: 64 }),
  /** Another part of the flow that is open instead: a part of the bot, or `intent:` and its name. */
  part: text({ max: 90 }),
  /** The language beside the bot's first one. */
  lang: text({ max: 12 }),
  /** Words that nodes are looked for by. */
  q: text({ max: 100 }),
  /** The channel the preview looks like. */
  as: oneOf(CHANNELS, "whatsapp"),
  /** Whether a node is about to be added. */
  add: flag(),
  /** On a phone: what is in sight of a node. */
  pane: oneOf(["preview", "checks"]),
});
