/** The query grammar of the todo pages. */
import { flag, grammar, oneOf, place, text } from "../../../page";
import { SORTS, TAGS, VIEWS } from "./types";

export const todoGrammar = grammar({
  view: oneOf(VIEWS, "open"),
  tag: oneOf(TAGS),
  q: text(),
  sort: oneOf(SORTS, "own"),
  page: place(),
  task: text({ max: 20 }),
  new: flag(),
});

// i18n: todo.done.*
/** The few tasks done last, which stand below the open ones. */
export const doneBelow = (query: { tag: string; q: string }) =>
  ({ view: "completed", tag: query.tag, q: query.q, sort: "latest", page: 1 }) as const;
