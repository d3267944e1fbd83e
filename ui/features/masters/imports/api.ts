/** The calls of imports of master data. */
import { api, path, type Shape } from "../../../api";
import type { PageRef } from "../../../page";
import type { MasterImport, MasterImportPage, MasterRowPage } from "./types";

const ROWS = 25;
const AT = "/api/v1/masters/imports";

export const masterImportsApi = api.enhanceEndpoints({ addTagTypes: ["Master"] }).injectEndpoints({
  endpoints: (build) => ({
    masterImports: build.query<MasterImportPage, { kind: string; page: PageRef }>({
      query: ({ kind, page }) => path(AT, { kind, page: page !== 1 ? page : undefined }),
      providesTags: ["Master"],
    }),
    importClients: build.query<Shape<"ClientPage">, void>({
      query: () => "/api/v1/clients?per=100",
      providesTags: ["Master"],
    }),
    masterRows: build.query<MasterRowPage, { id: string; state: string; page: PageRef }>({
      query: ({ id, state, page }) =>
        path(`${AT}/${encodeURIComponent(id)}/rows`, {
          state: state === "open" ? "" : state,
          page: page !== 1 ? page : undefined,
          per: ROWS,
        }),
      providesTags: ["Master"],
    }),
    masterImport: build.query<MasterImport, string>({
      query: (id) => `${AT}/${encodeURIComponent(id)}`,
      providesTags: ["Master"],
    }),
  }),
});
