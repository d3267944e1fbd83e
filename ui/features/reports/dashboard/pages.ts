/** The report pages. */
import { page, privateHead } from "../../../page";
import { reportsApi } from "./api";
import { reportQuery } from "../filters/query";

const { dashboard, now } = reportsApi.endpoints;

export const pages = [
  page({
    name: "dashboard",
    messages: ["dashboard", "figures"],
    icon: "layout-dashboard",
    menu: { group: "reports", order: 1 },
    path: "/reports/dashboard",
    also: { "/dashboard": {} },
    area: "reports",
    access: { action: "read", subject: "Dashboard" },
    title: "reports.title",
    query: reportQuery,
    needs: ({ query }) => [dashboard.initiate(query), now.initiate(query)],
    bare: true,
    head: privateHead("reports.description"),
    view: () => import("./DashboardPage"),
  }),
];
