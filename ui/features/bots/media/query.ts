/** The query grammar of the media library of a bot. */
import { grammar, oneOf, place, text } from "../../../page";

export const mediaGrammar = grammar({
  q: text({ max: 200 }),
  kind: oneOf(["image", "file"]),
  page: place(),
  /** The medium that is open, and the page of the versions that show it. */
  medium: text({ max: 20 }),
  uses: place(),
  show: oneOf(["add", "edit", "delete"]),
});
