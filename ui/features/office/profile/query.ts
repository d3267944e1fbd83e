/** The query grammar of the profile pages. */
import { grammar, ids, place, text } from "../../../page";

// i18n: profile.done.*
/** Which page of the posts, or one post alone. */
export const profileGrammar = grammar({
  post: ids(),
  page: place(),
  /** One's own post or comment whose text is in its form. */
  edit: ids(),
  /** One that was just taken away without a script, in the revision it has then: it can be brought back. */
  gone: text({ max: 40 }),
});
