/** The page on which a bot's flow is edited. */
import { page, type PageKeys } from "../../../page";
import { botsApi } from "../catalog/api";
import { workingApi } from "./api";
import { flowGrammar } from "./query";

// i18n: flow.key.*
const keys: PageKeys = [
  ["n", "issue"],
  ["a", "add"],
  ["c", "copy"],
  ["j k", "move"],
];

export const pages = [
  page({
    name: "bot-flow",
    path: "/admin/bots/:id/flow",
    area: "flow",
    keys,
    access: { action: "read", subject: "Bot" },
    title: ({ t, params, state }) =>
      t("flow.titleOf", { name: botsApi.endpoints.bot.select(params.id)(state).data?.name ?? params.id }),
    query: flowGrammar,
    needs: ({ params }) => [
      botsApi.endpoints.bot.initiate(params.id),
      workingApi.endpoints.workingCopy.initiate(params.id),
    ],
    proof: "/api/v1/bots/:id",
    styles: ["controls", "floats", "flow"],
    messages: ["flow", "bots", "controls"],
    head: ({ t }) => ({ description: t("flow.description"), robots: "noindex" }),
    view: () => import("./FlowPage"),
  }),
];
