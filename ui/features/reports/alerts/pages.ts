/** The pages of alerts. */
import { page, type PageKeys, privateHead, type Values } from "../../../page";
import { alertsApi } from "./api";
import { alertsGrammar } from "./query";

// i18n: alerts.done.* alerts.key.*
const { alerts, alert, firings, recentFirings } = alertsApi.endpoints;
const look = {
  area: "alerts",
  access: { action: "read", subject: "Dashboard" },
} as const;
const shownList = ({ page, state, q }: Values<typeof alertsGrammar>) => alerts.initiate({ page, state, q });
const keys: PageKeys = [["a", "acknowledge"]];

export const pages = [
  page({
    ...look,
    name: "alert",
    keys,
    path: "/reports/alerts/:id",
    title: ({ t, params, state }) => alert.select(params.id)(state).data?.name ?? t("alerts.title"),
    query: alertsGrammar,
    needs: ({ params, query }) => [
      alert.initiate(params.id),
      firings.initiate({ id: params.id, page: query.fired }),
      shownList(query),
    ],
    proof: "/api/v1/alerts/:id",
    head: privateHead("alerts.about"),
    view: () => import("./AlertPage"),
  }),
  page({
    ...look,
    name: "alerts",
    icon: "bell",
    menu: { group: "reports", order: 10 },
    path: "/reports/alerts",
    title: "alerts.title",
    query: alertsGrammar,
    needs: ({ query }) => [shownList(query), recentFirings.initiate(query.fired)],
    head: privateHead("alerts.about"),
    view: () => import("./AlertsPage"),
  }),
];
