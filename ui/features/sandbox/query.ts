/** The query grammar of the sandbox: the conversation, the turn looked into, the part shown where only one fits. */
import { grammar, int, oneOf, place, text } from "../../page";

export const PARTS = ["talk", "debugger", "setup"] as const;

export const sandboxGrammar = grammar({
  id: text({ max: 20 }),
  turn: int({ min: 0, max: 200, default: 0 }),
  part: oneOf(PARTS, "talk"),
  bot: text({ max: 20 }),
  version: text({ max: 10 }),
  with: text({ max: 10 }),
});

/** Which comments are listed. */
export const COMMENT_STATES = ["", "open", "done"] as const;

/** A bot's links: what a new one is for, the page of the list, and which comments are beside it. */
export const testersGrammar = grammar({
  version: text({ max: 10 }),
  channel: text({ max: 12 }),
  page: place(),
  link: text({ max: 20 }),
  state: oneOf(["open", "done"], ""),
  comments: place(),
});

/** A tester's conversation, and the turn they comment on, counted from the opening. */
export const testGrammar = grammar({
  chat: text({ max: 60 }),
  on: int({ min: 0, max: 201, default: 0 }),
});
