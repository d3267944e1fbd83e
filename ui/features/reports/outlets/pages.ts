/** The page that compares outlets. */
import { page, privateHead } from "../../../page";
import { outletsApi } from "./api";
import { outletsGrammar } from "./query";

export const pages = [
  page({
    name: "outlet-report",
    icon: "map-pin",
    menu: { group: "reports", order: 8 },
    path: "/reports/outlets",
    area: "outlets",
    access: { action: "read", subject: "Dashboard" },
    title: "outlets.title",
    query: outletsGrammar,
    needs: ({ query }) => [outletsApi.endpoints.comparedOutlets.initiate(query)],
    head: privateHead("outlets.description"),
    view: () => import("./OutletsPage"),
  }),
];
