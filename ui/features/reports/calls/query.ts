/** What the addresses of calls may say. */
import { flag, grammar, int, oneOf, place, range, text } from "../../../page";
import { SELECTION } from "../filters/selection";

export const ENDS = ["", "caller", "bot", "limit", "silence", "transfer", "lost"] as const;
export const RECORDINGS = ["", "off", "refused", "pending", "fetching", "ready", "failed", "expired"] as const;

export const EVIDENCE = [
  "",
  "answered",
  "transferred",
  "measured",
  "timed",
  "spoken",
  "silent",
  "missed",
  "keyed",
  "corrected",
] as const;

export const callsGrammar = grammar({
  ...SELECTION,
  r: range("all"),
  today: flag(),
  is: oneOf(EVIDENCE, ""),
  ended: oneOf(ENDS, ""),
  recording: oneOf(RECORDINGS, ""),
  phrase: text({ max: 60 }),
  page: place(),
});

export const callGrammar = grammar({ turn: int({ default: 0, min: 0, max: 1000 }) });
