/** The keys of the mail pages. */
import type { PageKeys } from "../../../page";

// i18n: email.key.*
export const keys: PageKeys = [
  ["c", "compose"],
  ["j k", "move"],
  ["Enter o", "open"],
  ["x", "pick"],
  ["s", "star"],
  ["e #", "trash"],
  ["r", "reply"],
  ["a", "all"],
  ["f", "forward"],
  ["u", "back"],
  ["/", "search"],
];
