/** The query grammar of the sandbox: the conversation, the turn looked into, the part shown where only one fits. */
import { grammar, int, oneOf, text } from "../../page";

export const PARTS = ["talk", "debugger", "setup"] as const;

export const sandboxGrammar = grammar({
  id: text({ max: 20 }),
  turn: int({ min: 0, max: 200, default: 0 }),
  part: oneOf(PARTS, "talk"),
  bot: text({ max: 20 }),
  version: text({ max: 10 }),
  with: text({ max: 10 }),
});
