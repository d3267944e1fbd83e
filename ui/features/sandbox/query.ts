/** The query grammar of the sandbox: the conversation, the turn looked into, and what a new one begins with. */
import { grammar, int, oneOf, text } from "../../page";

export const sandboxGrammar = grammar({
  id: text({ max: 20 }),
  turn: int({ min: 0, max: 200, default: 0 }),
  bot: text({ max: 20 }),
  version: oneOf(["working", "live"], "working"),
});
