/** The query grammar of the notifications pages. */
import { grammar, oneOf, place, text } from "../../page";

export const notificationsGrammar = grammar({
  show: oneOf(["unread"]),
  page: place(),
  /** One that was just deleted without a script, in the revision it has then: it can be restored. */
  gone: text({ max: 40 }),
});
