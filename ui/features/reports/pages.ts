/** The report pages. */
import { flag, grammar, ids, many, oneOf, page, range, zone } from "../../page";
import { reportsApi } from "./api";
import { CHANNELS, COMPARISONS, GROUPS } from "./types";

export const dashboardQuery = grammar({
  bot: ids(),
  grp: oneOf(GROUPS, "overall"),
  r: range("last_28_days"),
  tz: zone("client"),
  cmp: oneOf(COMPARISONS, "prev"),
  ch: many(CHANNELS),
  today: flag(),
});

export const pages = [
  page({
    name: "dashboard",
    path: "/reports/dashboard",
    area: "reports",
    access: { action: "read", subject: "Dashboard" },
    title: "reports.title",
    query: dashboardQuery,
    needs: ({ query }) => [reportsApi.endpoints.dashboard.initiate(query)],
    styles: ["charts", "stat", "reports"],
    bare: true,
    head: ({ t }) => ({ description: t("reports.description"), robots: "noindex" }),
    view: () => import("./DashboardPage"),
  }),
];
