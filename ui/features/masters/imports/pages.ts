/** The pages of imports of master data: all of them with the upload, and one on its way. */
import { page } from "../../../page";
import { masterImportsApi } from "./api";
import { masterImportsGrammar } from "./query";

const { masterImports, masterImport } = masterImportsApi.endpoints;

const look = {
  area: "masters",
  access: { action: "read", subject: "Master" },
  styles: ["controls", "table", "data", "imports", "masters"],
  messages: ["masters", "controls", "data"],
} as const;

export const pages = [
  page({
    ...look,
    name: "master-imports",
    path: "/admin/masters/imports",
    title: "masters.importsTitle",
    query: masterImportsGrammar,
    needs: ({ query }) => [masterImports.initiate(query)],
    head: ({ t }) => ({ description: t("masters.importsLead"), robots: "noindex" }),
    view: () => import("./ImportsPage"),
  }),
  page({
    ...look,
    name: "master-import",
    path: "/admin/masters/imports/:id",
    title: ({ t, params, state }) => masterImport.select(params.id)(state).data?.name ?? t("masters.importsTitle"),
    needs: ({ params }) => [masterImport.initiate(params.id)],
    proof: "/api/v1/masters/imports/:id",
    head: ({ t }) => ({ description: t("masters.importsLead"), robots: "noindex" }),
    view: () => import("./ImportPage"),
  }),
];
