/** The page of one's exports. */
import { can } from "../../lib/session";
import { page, privateHead } from "../../page";
import { ALL_BOTS, botsApi } from "../bots/catalog/api";
import { exportsApi } from "./api";
import { exportsGrammar } from "./query";

export const pages = [
  page({
    name: "exports",
    icon: "download",
    menu: { group: "reports", order: 9 },
    path: "/reports/exports",
    area: "exports",
    access: { action: "export", subject: "Conversation" },
    title: "exports.title",
    query: exportsGrammar,
    needs: ({ query, session: { user } }) => [
      exportsApi.endpoints.exports.initiate(query.page),
      // The rows name the bots their conversations are of.
      ...(user && can(user.ability, "read", "Bot") ? [botsApi.endpoints.bots.initiate(ALL_BOTS)] : []),
    ],
    head: privateHead("exports.description"),
    view: () => import("./ExportsPage"),
  }),
];
