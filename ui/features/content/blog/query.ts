/** The query grammar of the blog pages. */
import { grammar, int, oneOf, place, text } from "../../../page";
import { CATEGORIES, STATUSES } from "./places";

/** What narrows the list of posts. */
export const blogQuery = grammar({
  q: text({ max: 200 }),
  category: oneOf(CATEGORIES),
  tag: text({ max: 40 }),
  page: int({ default: 1, min: 1, max: 1000 }),
});

/** Which posts an editor looks at. */
export const editingQuery = grammar({ status: oneOf(["", ...STATUSES, "Deleted"]), page: place() });
