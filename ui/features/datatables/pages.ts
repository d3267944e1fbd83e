/** The page of the sample table. */
// i18n: datatables.done.*
import { flag, grammar, many, oneOf, page, place, text } from "../../page";
import { tableApi } from "./api";

export const SORTS = ["full_name", "-full_name", "start_date", "-start_date", "salary", "-salary", "age", "-age"] as const;
export const STATUSES = ["1", "2", "3", "4", "5"] as const;
export const PERS = ["10", "25", "50", "100"] as const;

export const tableGrammar = grammar({
  q: text(),
  status: oneOf(STATUSES),
  city: text({ max: 80 }),
  sort: oneOf(SORTS),
  page: place(),
  per: oneOf(PERS, "10"),
  columns: many(["post", "email", "city", "start_date", "salary", "age", "experience", "status"]),
  dense: flag(),
});

export const pages = [
  page({
    name: "datatables",
    path: "/datatables",
    area: "datatables",
    access: { action: "read", subject: "Demo" },
    title: "datatables.title",
    query: tableGrammar,
    needs: ({ query: { columns: _columns, dense: _dense, ...list } }) => [tableApi.endpoints.tableRows.initiate(list), tableApi.endpoints.tableCities.initiate()],
    styles: ["controls", "floats", "table", "datatables"],
    messages: ["datatables", "data", "controls"],
    head: ({ t }) => ({ description: t("datatables.description"), robots: "noindex" }),
    view: () => import("./TablePage"),
  }),
];
