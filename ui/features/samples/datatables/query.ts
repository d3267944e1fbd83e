/** The query grammar of the datatables pages. */
import { bothWays } from "../../../lib/sort";
import { flag, grammar, many, oneOf, place, text } from "../../../page";

const SORTS = ["full_name", "start_date", "salary", "age"] as const;

export const STATUSES = ["1", "2", "3", "4", "5"] as const;

export const PERS = ["10", "25", "50", "100"] as const;

export const tableGrammar = grammar({
  q: text(),
  status: oneOf(STATUSES),
  city: text({ max: 80 }),
  sort: oneOf(bothWays(SORTS)),
  page: place(),
  per: oneOf(PERS, "10"),
  columns: many(["post", "email", "city", "start_date", "salary", "age", "experience", "status"]),
  dense: flag(),
});
