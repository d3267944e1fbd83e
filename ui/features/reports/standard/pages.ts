/** The pages of the reports that are lists of figures. */
import { page, privateHead } from "../../../page";
import type { DashboardArgs } from "../dashboard/api";
import { reportQuery } from "../filters/query";
import { FEWEST, funnelApi, funnelOf } from "./funnelApi";
import { argsOf, standardApi, type ReportName } from "./api";
import { documentsQuery, journeyQuery, usageQuery } from "./query";

const { report } = standardApi.endpoints;
const { funnel, stepChoices } = funnelApi.endpoints;
const COMMON = {
  area: "reports",
} as const;

/** The call of a report without a view of its own. */
const reads =
  (name: ReportName) =>
  ({ query }: { query: DashboardArgs }) => [report.initiate({ report: name, args: argsOf(query) })];

export const pages = [
  page({
    ...COMMON,
    name: "usage",
    messages: ["usage"],
    icon: "activity",
    menu: { group: "reports", order: 2 },
    path: "/reports/usage",
    access: { action: "read", subject: "Usage" },
    title: "figures.usage",
    query: usageQuery,
    needs: reads("usage"),
    head: privateHead("figures.usageAbout"),
    view: () => import("./UsagePage"),
  }),
  page({
    ...COMMON,
    name: "engagement",
    messages: ["engagement"],
    icon: "users",
    menu: { group: "reports", order: 3 },
    path: "/reports/engagement",
    access: { action: "read", subject: "Engagement" },
    title: "figures.engagement",
    query: reportQuery,
    needs: reads("engagement"),
    head: privateHead("figures.engagementAbout"),
    view: () => import("./EngagementPage"),
  }),
  page({
    ...COMMON,
    name: "journey",
    messages: ["journey"],
    icon: "route",
    menu: { group: "reports", order: 5 },
    path: "/reports/journey",
    access: { action: "read", subject: "Journey" },
    title: "figures.journey",
    query: journeyQuery,
    needs: ({ query }) =>
      query.tab === "funnel"
        ? [
            stepChoices.initiate(argsOf(query)),
            ...(query.steps.length < FEWEST ? [] : [funnel.initiate(funnelOf(query))]),
          ]
        : [report.initiate({ report: "journey", args: argsOf(query) })],
    head: privateHead("figures.journeyAbout"),
    view: () => import("./JourneyPage"),
  }),
  page({
    ...COMMON,
    name: "speech",
    icon: "audio-lines",
    menu: { group: "reports", order: 6 },
    path: "/reports/speech",
    access: { action: "read", subject: "Speech" },
    title: "speech.speech",
    query: reportQuery,
    needs: reads("speech"),
    head: privateHead("speech.about"),
    view: () => import("./SpeechPage"),
  }),
  page({
    ...COMMON,
    name: "documents",
    messages: ["sources"],
    icon: "file-text",
    menu: { group: "reports", order: 7 },
    path: "/reports/documents",
    access: { action: "read", subject: "Document" },
    title: "docreport.documents",
    query: documentsQuery,
    needs: reads("documents"),
    head: privateHead("docreport.about"),
    view: () => import("./DocumentsPage"),
  }),
  page({
    ...COMMON,
    name: "report-group",
    messages: ["figures", "groups"],
    path: "/reports/groups/:group",
    access: { action: "read", subject: "Dashboard" },
    // i18n: reports.overall reports.service reports.sales reports.psf
    title: ({ t, params }) => t(`reports.${params.group}`),
    query: reportQuery,
    needs: ({ params, query }) => [report.initiate({ report: `groups/${params.group}`, args: argsOf(query) })],
    proof: "/api/v1/reports/groups/:group",
    head: privateHead("reports.description"),
    view: () => import("./GroupPage"),
  }),
];
