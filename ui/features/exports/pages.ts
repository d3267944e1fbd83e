/** The page of one's exports. */
import { grammar, page, place } from "../../page";
import { exportsApi } from "./api";

export const exportsGrammar = grammar({ page: place() });

export const pages = [
  page({
    name: "exports",
    path: "/reports/exports",
    area: "exports",
    access: { action: "export", subject: "Conversation" },
    title: "exports.title",
    query: exportsGrammar,
    needs: ({ query }) => [exportsApi.endpoints.exports.initiate(query.page)],
    styles: ["imports"],
    head: ({ t }) => ({ description: t("exports.description"), robots: "noindex" }),
    view: () => import("./ExportsPage"),
  }),
];
