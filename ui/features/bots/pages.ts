/** The pages of bots. */
import { grammar, oneOf, page, place, text } from "../../page";
import { botsApi } from "./api";

export const botsGrammar = grammar({
  q: text({ max: 60 }),
  page: place(),
  per: oneOf(["10", "25", "50", "100"], "10"),
});

export const pages = [
  page({
    name: "bots",
    path: "/admin/bots",
    area: "bots",
    access: { action: "read", subject: "Bot" },
    title: "bots.title",
    query: botsGrammar,
    needs: ({ query }) => [botsApi.endpoints.bots.initiate(query)],
    styles: ["bots"],
    head: ({ t }) => ({ description: t("bots.description"), robots: "noindex" }),
    view: () => import("./BotsPage"),
  }),
];
