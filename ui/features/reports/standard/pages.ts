/** The pages of the reports that are lists of figures. */
import { page } from "../../../page";
import { reportQuery } from "../filters/query";
import { FEWEST, funnelApi, funnelOf } from "./funnelApi";
import { argsOf, standardApi } from "./api";
import { journeyQuery, usageQuery } from "./query";

const { report } = standardApi.endpoints;
const { funnel, stepChoices } = funnelApi.endpoints;
const COMMON = {
  area: "reports",
  styles: ["charts", "plots", "stat", "reports", "figures"],
  messages: ["reports", "places", "figures"],
} as const;

export const pages = [
  page({
    ...COMMON,
    name: "usage",
    icon: "activity",
    menu: { group: "reports", order: 2 },
    path: "/reports/usage",
    access: { action: "read", subject: "Usage" },
    title: "figures.usage",
    query: usageQuery,
    needs: ({ query }) => [report.initiate({ report: "usage", args: argsOf(query) })],
    head: ({ t }) => ({ description: t("figures.usageAbout"), robots: "noindex" }),
    view: () => import("./UsagePage"),
  }),
  page({
    ...COMMON,
    name: "engagement",
    icon: "users",
    menu: { group: "reports", order: 3 },
    path: "/reports/engagement",
    access: { action: "read", subject: "Engagement" },
    title: "figures.engagement",
    query: reportQuery,
    needs: ({ query }) => [report.initiate({ report: "engagement", args: argsOf(query) })],
    head: ({ t }) => ({ description: t("figures.engagementAbout"), robots: "noindex" }),
    view: () => import("./EngagementPage"),
  }),
  page({
    ...COMMON,
    name: "journey",
    icon: "route",
    menu: { group: "reports", order: 5 },
    path: "/reports/journey",
    access: { action: "read", subject: "Journey" },
    title: "figures.journey",
    messages: [...COMMON.messages, "funnel"],
    query: journeyQuery,
    needs: ({ query }) =>
      query.tab === "funnel"
        ? [
            stepChoices.initiate(argsOf(query)),
            ...(query.steps.length < FEWEST ? [] : [funnel.initiate(funnelOf(query))]),
          ]
        : [report.initiate({ report: "journey", args: argsOf(query) })],
    head: ({ t }) => ({ description: t("figures.journeyAbout"), robots: "noindex" }),
    view: () => import("./JourneyPage"),
  }),
  page({
    ...COMMON,
    name: "documents",
    icon: "file-text",
    menu: { group: "reports", order: 7 },
    path: "/reports/documents",
    access: { action: "read", subject: "Document" },
    title: "knowledge.documents",
    messages: ["reports", "places", "knowledge", "sources"],
    query: reportQuery,
    needs: ({ query }) => [report.initiate({ report: "documents", args: argsOf(query) })],
    head: ({ t }) => ({ description: t("knowledge.about"), robots: "noindex" }),
    view: () => import("./DocumentsPage"),
  }),
  page({
    ...COMMON,
    name: "report-group",
    path: "/reports/groups/:group",
    access: { action: "read", subject: "Dashboard" },
    // i18n: reports.overall reports.service reports.sales reports.psf
    title: ({ t, params }) => t(`reports.${params.group}`),
    query: reportQuery,
    needs: ({ params, query }) => [report.initiate({ report: `groups/${params.group}`, args: argsOf(query) })],
    proof: "/api/v1/reports/groups/:group",
    head: ({ t }) => ({ description: t("reports.description"), robots: "noindex" }),
    view: () => import("./GroupPage"),
  }),
];
