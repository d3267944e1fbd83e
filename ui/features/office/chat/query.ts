/** The query grammar of the chat pages. */
import { flag, grammar, place, text } from "../../../page";

export const chatGrammar = grammar({
  q: text(),
  page: place(),
  people: place(),
  me: flag(),
});

export const talkGrammar = grammar({ ...chatGrammar, upto: text({ max: 20 }), at: text({ max: 20 }), profile: flag() });
