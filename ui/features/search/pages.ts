/** The page of everything a search has found. */
import { page, privateHead } from "../../page";
import { searchApi } from "./api";
import { searchGrammar } from "./query";

export const pages = [
  page({
    name: "search",
    icon: "search",
    path: "/search",
    area: "search",
    access: "user",
    title: "search.title",
    query: searchGrammar,
    needs: ({ query }) => [searchApi.endpoints.search.initiate(query)],
    head: privateHead("search.description"),
    view: () => import("./SearchPage"),
  }),
];
