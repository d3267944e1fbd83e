/** The list of bots, and the making of one. */
import { can } from "../../../lib/session";
import { page, privateHead } from "../../../page";
import { botsApi } from "./api";
import { botListApi } from "./listApi";
import { botsGrammar, listOf, newBotGrammar } from "./query";

export const pages = [
  page({
    name: "bots",
    icon: "bot",
    menu: { group: "admin", order: 1 },
    path: "/admin/bots",
    area: "bots",
    access: { action: "read", subject: "Bot" },
    title: "bots.title",
    query: botsGrammar,
    needs: ({ query, session }) => [
      botsApi.endpoints.bots.initiate(listOf(query)),
      botListApi.endpoints.botOwners.initiate(),
      ...(can(session.user?.ability ?? [], "read", "Dashboard")
        ? [botListApi.endpoints.botsHealth.initiate(listOf(query))]
        : []),
      ...(can(session.user?.ability ?? [], "read", "Deployment")
        ? [botListApi.endpoints.botsChannels.initiate(listOf(query))]
        : []),
    ],
    head: privateHead("bots.description"),
    view: () => import("./BotsPage"),
  }),
  page({
    name: "bot-new",
    path: "/admin/bots/new",
    area: "newbot",
    access: { action: "create", subject: "Bot" },
    title: "newbot.title",
    query: newBotGrammar,
    needs: ({ query, session }) => [
      botListApi.endpoints.botTemplates.initiate(),
      botListApi.endpoints.botPreviews.initiate(query.speech),
      ...(can(session.user?.ability ?? [], "read", "Client") ? [botsApi.endpoints.allClients.initiate()] : []),
    ],
    head: privateHead("newbot.newDescription"),
    view: () => import("./NewBotPage"),
  }),
];
