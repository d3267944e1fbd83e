/** The pages of reference: all code lists, and one of them. */
import { can } from "../../lib/session";
import { page, privateHead } from "../../page";
import { referenceApi } from "./api";
import { ALL, byGroup, sees, valueOf } from "./metrics";
import {
  apiGrammar,
  listParameters,
  listArgs,
  listGrammar,
  metricsGrammar,
  snippetsGrammar,
  webhooksGrammar,
} from "./query";

// i18n: reference.done.*
const {
  lists,
  entries,
  entry,
  uses,
  choices,
  metrics,
  metricValues,
  snippets,
  snippet,
  snippetUses,
  programCalls,
  webhooks,
  deliveries,
} = referenceApi.endpoints;

const look = {
  area: "reference",
  access: { action: "read", subject: "Reference" },
} as const;

export const pages = [
  page({
    ...look,
    name: "reference",
    icon: "book-open",
    menu: { group: "admin", order: 4 },
    path: "/admin/reference",
    title: "reference.title",
    needs: () => [lists.initiate()],
    head: privateHead("reference.description"),
    view: () => import("./OverviewPage"),
  }),
  page({
    ...look,
    name: "metrics",
    path: "/admin/reference/metrics",
    title: "reference.metrics",
    query: metricsGrammar,
    needs: ({ session, query }) => [
      lists.initiate(),
      ...(sees(session)
        ? [
            metrics.initiate(),
            ...[ALL, ...(query.m ? [valueOf(query.m), ...byGroup(session, query.m)] : [])].map((values) =>
              metricValues.initiate(values),
            ),
          ]
        : []),
    ],
    head: privateHead("reference.metricsDescription"),
    view: () => import("./MetricsPage"),
  }),
  page({
    ...look,
    name: "snippets",
    path: "/admin/reference/snippets",
    title: "reference.snippets",
    query: snippetsGrammar,
    needs: ({ query }) => [
      lists.initiate(),
      snippets.initiate(listParameters(query)),
      ...(query.snippet && ["edit", "delete", "uses"].includes(query.do) ? [snippet.initiate(query.snippet)] : []),
      ...(query.snippet && query.do === "uses" ? [snippetUses.initiate(query.snippet)] : []),
    ],
    head: privateHead("reference.snippetsDescription"),
    view: () => import("./SnippetsPage"),
  }),
  page({
    ...look,
    name: "api-calls",
    path: "/admin/reference/api",
    title: "reference.api",
    query: apiGrammar,
    needs: ({ query }) => [lists.initiate(), programCalls.initiate(query.area)],
    head: privateHead("reference.apiDescription"),
    view: () => import("./ApiPage"),
  }),
  page({
    ...look,
    name: "webhooks",
    path: "/admin/reference/webhooks",
    title: "reference.webhooks",
    query: webhooksGrammar,
    needs: ({ query, session }) => [
      lists.initiate(),
      ...(can(session.user?.ability ?? [], "read", "Webhook")
        ? [webhooks.initiate(), ...(query.webhook ? [deliveries.initiate(query.webhook)] : [])]
        : []),
    ],
    head: privateHead("reference.webhooksDescription"),
    view: () => import("./WebhooksPage"),
  }),
  page({
    ...look,
    name: "code-list",
    path: "/admin/reference/:list",
    // i18n: reference.list.*
    title: ({ t, params, state }) =>
      entries.select({ list: params.list, q: "", state: "", of: "", page: 1 })(state).data || lists.select()(state).data
        ? t(`reference.list.${params.list}`)
        : t("reference.title"),
    query: listGrammar,
    needs: ({ params: { list }, query }) => [
      lists.initiate(),
      entries.initiate(listArgs(list, query)),
      ...(query.entry && ["edit", "delete", "uses"].includes(query.do) ? [entry.initiate(query.entry)] : []),
      ...(query.entry && query.do === "uses" ? [uses.initiate(query.entry)] : []),
      ...(list === "variants" ? [choices.initiate("vehicle-models")] : []),
    ],
    proof: "/api/v1/reference/:list",
    head: privateHead("reference.listDescription"),
    view: () => import("./ListPage"),
  }),
];
