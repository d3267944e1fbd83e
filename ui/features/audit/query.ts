/** The query grammar of the audit pages. */
import { grammar, ids, oneOf, place, text } from "../../page";

export const auditGrammar = grammar({
  user: ids(),
  action: text({ max: 60 }),
  subject: text({ max: 40 }),
  subject_id: ids(),
  from: text({ max: 10 }),
  to: text({ max: 10 }),
  page: place(),
  per: oneOf(["10", "25", "50", "100"], "25"),
});
