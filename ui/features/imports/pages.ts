/** The pages of imports: all of them with the upload form, and one with its progress. */
import { page, privateHead } from "../../page";
import { ALL_BOTS, botsApi } from "../bots/catalog/api";
import { importsApi } from "./api";
import { importsGrammar } from "./query";

const access = { action: "read", subject: "Import" };

export const pages = [
  page({
    name: "imports",
    icon: "upload",
    menu: { group: "admin", order: 6 },
    path: "/admin/import",
    area: "imports",
    access,
    title: "imports.title",
    query: importsGrammar,
    needs: ({ query }) => [
      importsApi.endpoints.imports.initiate(query.page),
      botsApi.endpoints.bots.initiate(ALL_BOTS),
    ],
    head: privateHead("imports.description"),
    view: () => import("./ImportsPage"),
  }),
  page({
    name: "import",
    path: "/admin/import/:id",
    area: "imports",
    access,
    title: ({ t, params, state }) =>
      importsApi.endpoints.importOne.select(params.id)(state).data?.name ?? t("imports.title"),
    needs: ({ params }) => [importsApi.endpoints.importOne.initiate(params.id)],
    proof: "/api/v1/imports/:id",
    view: () => import("./ImportPage"),
  }),
];
