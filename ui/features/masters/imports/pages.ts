/** The pages of imports of master data: all of them with the upload, and one on its way. */
import { can } from "../../../lib/session";
import { page, privateHead } from "../../../page";
import { LISTS, mastersApi } from "../records/api";
import { masterImportsApi } from "./api";
import { offeredIn } from "./offered";
import { masterImportGrammar, masterImportsGrammar } from "./query";
import { fieldsOf, isDecidable, isCorrectable } from "./types";

const { masterCodes, masterOutlets, masterParents, masterCities } = mastersApi.endpoints;
const { importClients, masterImports, masterImport, masterRows } = masterImportsApi.endpoints;

const look = {
  area: "masters",
  access: { action: "read", subject: "Master" },
} as const;

export const pages = [
  page({
    ...look,
    name: "master-imports",
    path: "/admin/masters/imports",
    title: "masters.importsTitle",
    query: masterImportsGrammar,
    needs: ({ query, session }) => [
      masterImports.initiate(query),
      ...(can(session.user?.ability ?? [], "create", "Master") && can(session.user?.ability ?? [], "read", "Client")
        ? [importClients.initiate()]
        : []),
    ],
    head: privateHead("masters.importsLead"),
    view: () => import("./ImportsPage"),
  }),
  page({
    ...look,
    name: "master-import",
    path: "/admin/masters/imports/:id",
    title: ({ t, params, state }) => masterImport.select(params.id)(state).data?.name ?? t("masters.importsTitle"),
    query: masterImportGrammar,
    needs: async ({ params: { id }, query, session, ask }) => {
      const answer = await ask(masterImport.initiate(id));
      const ability = session.user?.ability ?? [];
      if (!answer || !can(ability, "create", "Master")) return [masterImport.initiate(id)];
      const thunkAction = masterRows.initiate({ id, state: query.rows, page: query.page });
      const fields = new Set([
        ...(isDecidable(answer) ? fieldsOf(answer) : []),
        ...(isCorrectable(answer) ? offeredIn(await ask(thunkAction)) : []),
      ]);
      const places = can(ability, "read", "Client");
      return [
        masterImport.initiate(id),
        ...(isCorrectable(answer) ? [thunkAction] : []),
        ...(can(ability, "read", "Reference")
          ? (["model", "variant", "type"] as const)
              .filter((field) => fields.has(field))
              .map((field) => masterCodes.initiate(LISTS[field]))
          : []),
        ...(fields.has("outlet") && places ? [masterOutlets.initiate()] : []),
        ...(fields.has("parent") && places ? [masterParents.initiate()] : []),
        ...(fields.has("city") && places ? [masterCities.initiate()] : []),
      ];
    },
    proof: "/api/v1/masters/imports/:id",
    head: privateHead("masters.importsLead"),
    view: () => import("./ImportPage"),
  }),
];
