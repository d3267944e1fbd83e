/** The pages of dashboards. */
import { page, privateHead } from "../../../page";
import { argsOf } from "../standard/api";
import { boardsApi } from "./api";
import { addGrammar, boardGrammar, boardsGrammar } from "./query";

// i18n: boards.done.*
const { boards, boardTiles } = boardsApi.endpoints;
const look = {
  area: "boards",
  access: { action: "read", subject: "Dashboard" },
} as const;

export const pages = [
  page({
    ...look,
    name: "dashboards",
    messages: ["figures", "speech", "docreport"],
    icon: "panels-top-left",
    menu: { group: "reports", order: 9 },
    path: "/dashboards",
    title: "boards.title",
    query: boardsGrammar,
    needs: ({ query }) => [boards.initiate(query.page)],
    head: privateHead("boards.about"),
    view: () => import("./BoardsPage"),
  }),
  page({
    ...look,
    name: "dashboard-add",
    messages: ["figures", "dashboard", "usage", "engagement", "journey", "groups", "speech", "docreport"],
    path: "/dashboards/add",
    title: "boards.add",
    query: addGrammar,
    needs: () => [boards.initiate(1)],
    head: privateHead("boards.about"),
    view: () => import("./AddPage"),
  }),
  page({
    ...look,
    name: "own-dashboard",
    messages: ["figures", "dashboard", "usage", "engagement", "journey", "groups", "speech", "docreport", "sources"],
    path: "/dashboards/:id",
    title: ({ t, params, query, state }) =>
      boardTiles.select({ id: params.id, args: argsOf(query) })(state).data?.dashboard.name ?? t("boards.title"),
    query: boardGrammar,
    needs: ({ params, query }) => [boardTiles.initiate({ id: params.id, args: argsOf(query) })],
    proof: "/api/v1/dashboards/:id",
    head: privateHead("boards.about"),
    view: () => import("./BoardPage"),
  }),
];
