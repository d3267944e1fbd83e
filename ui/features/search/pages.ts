/** The page of everything a search has found. */
import { grammar, int, oneOf, page, text } from "../../page";
import { searchApi } from "./api";

/** The groups in their order. */
export const GROUPS = ["pages", "bots", "conversations", "people", "help"] as const;

export const searchGrammar = grammar({
  q: text({ max: 100 }),
  group: oneOf(GROUPS),
  page: int({ default: 1, min: 1, max: 1000 }),
});

export const pages = [
  page({
    name: "search",
    path: "/search",
    area: "search",
    access: "user",
    title: "search.title",
    query: searchGrammar,
    needs: ({ query }) => [searchApi.endpoints.search.initiate(query)],
    styles: ["search"],
    head: ({ t }) => ({ description: t("search.description"), robots: "noindex" }),
    view: () => import("./SearchPage"),
  }),
];
