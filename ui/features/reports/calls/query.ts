/** What the addresses of calls may say. */
import { grammar, int, oneOf, place, text } from "../../../page";
import { TRAFFIC } from "../filters/values";

export const ENDS = ["", "caller", "bot", "limit", "silence", "transfer", "lost"] as const;
export const RECORDINGS = ["", "off", "refused", "pending", "fetching", "ready", "failed", "expired"] as const;

export const callsGrammar = grammar({
  bot: text({ max: 20 }),
  ended: oneOf(ENDS, ""),
  recording: oneOf(RECORDINGS, ""),
  traffic: oneOf(TRAFFIC, "real"),
  phrase: text({ max: 60 }),
  page: place(),
});

export const callGrammar = grammar({ turn: int({ default: 0, min: 0, max: 1000 }) });
