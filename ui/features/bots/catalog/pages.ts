/** The pages of bots. */
import { page } from "../../../page";
import { botsApi } from "./api";
import { botsGrammar } from "./query";

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
    needs: ({ query }) => [botsApi.endpoints.bots.initiate(query)],
    styles: ["floats", "bots"],
    messages: ["bots", "controls"],
    head: ({ t }) => ({ description: t("bots.description"), robots: "noindex" }),
    view: () => import("./BotsPage"),
  }),
];
