/** The page of the sample table. */
// i18n: datatables.done.*
import { page, privateHead } from "../../../page";
import { tableApi } from "./api";
import { tableGrammar } from "./query";

export const pages = [
  page({
    name: "datatables",
    path: "/datatables",
    area: "datatables",
    access: { action: "read", subject: "Office" },
    title: "datatables.title",
    query: tableGrammar,
    needs: ({ query: { columns: _columns, dense: _dense, ...list } }) => [
      tableApi.endpoints.tableRows.initiate(list),
      tableApi.endpoints.tableCities.initiate(),
    ],
    head: privateHead("datatables.description"),
    view: () => import("./TablePage"),
  }),
];
