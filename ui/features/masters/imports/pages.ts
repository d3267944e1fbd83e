/** The pages of imports of master data: all of them with the upload, and one on its way. */
import { can } from "../../../lib/session";
import { page } from "../../../page";
import { masterImportsApi } from "./api";
import { masterImportGrammar, masterImportsGrammar } from "./query";
import { isMendable } from "./types";

const { masterImports, masterImport, masterRows } = masterImportsApi.endpoints;

const look = {
  area: "masters",
  access: { action: "read", subject: "Master" },
  styles: ["controls", "table", "data", "imports", "masters"],
  messages: ["masters", "controls", "data", "rows"],
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
    query: masterImportGrammar,
    needs: async ({ params: { id }, query, session, ask }) => {
      const known = await ask(masterImport.initiate(id));
      const shown = known && isMendable(known) && can(session.user?.ability ?? [], "create", "Master");
      return [
        masterImport.initiate(id),
        ...(shown ? [masterRows.initiate({ id, state: query.rows, page: query.page })] : []),
      ];
    },
    proof: "/api/v1/masters/imports/:id",
    head: ({ t }) => ({ description: t("masters.importsLead"), robots: "noindex" }),
    view: () => import("./ImportPage"),
  }),
];
