/** The page on which bots are tried, a bot's links for testers, and the page that these open. */
import { can } from "../../lib/session";
import { page, privateHead } from "../../page";
import { ALL_BOTS, botsApi } from "../bots/catalog/api";
import { botTab } from "../bots/layout/tab";
import { sandboxApi } from "./api";
import { askedOf, linksApi } from "./links";
import { sandboxGrammar, testersGrammar, testGrammar } from "./query";

const { test, testChat, testComments, testLinks } = linksApi.endpoints;

export const pages = [
  page({
    name: "sandbox",
    icon: "flask-conical",
    menu: { group: "work", order: 3 },
    path: "/sandbox",
    area: "sandbox",
    access: { action: "read", subject: "Sandbox" },
    title: "sandbox.title",
    query: sandboxGrammar,
    needs: ({ query }) => [
      botsApi.endpoints.bots.initiate(ALL_BOTS),
      ...(query.id ? [sandboxApi.endpoints.sandbox.initiate(query.id)] : []),
      ...(query.id && query.with
        ? [sandboxApi.endpoints.sandboxComparison.initiate({ id: query.id, with: query.with })]
        : []),
    ],
    head: privateHead("sandbox.description"),
    view: () => import("./SandboxPage"),
  }),
  // i18n: testers.done.*
  botTab("testers", {
    area: "testers",
    query: testersGrammar,
    needs: ({ params, query, session }) => {
      if (!can(session.user?.ability ?? [], "update", "Bot")) return [];
      const { links, comments } = askedOf(params.id, query);
      return [testLinks.initiate(links), testComments.initiate(comments)];
    },
    view: () => import("./TestersPage"),
  }),
  page({
    name: "test",
    path: "/test/:token",
    area: "testers",
    access: "public",
    layout: "public",
    cache: false,
    sitemap: false,
    query: testGrammar,
    title: ({ t, params, state }) =>
      t("testers.tryTitle", { bot: test.select(params.token)(state).data?.bot_name ?? "Parley" }),
    needs: ({ params: { token }, query: { chat } }) => [
      test.initiate(token),
      ...(chat ? [testChat.initiate({ token, chat })] : []),
    ],
    proof: "/api/v1/test/:token",
    head: privateHead("testers.description"),
    view: () => import("./TestPage"),
  }),
];
