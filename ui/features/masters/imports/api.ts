/** The calls of imports of master data. */
import { api, path } from "../../../api";
import type { PageRef } from "../../../page";
import type { MasterImport, MasterImportPage } from "./types";

const AT = "/api/v1/masters/imports";

export const masterImportsApi = api.enhanceEndpoints({ addTagTypes: ["Master"] }).injectEndpoints({
  endpoints: (build) => ({
    masterImports: build.query<MasterImportPage, { kind: string; page: PageRef }>({
      query: ({ kind, page }) => path(AT, { kind, page: page !== 1 ? page : undefined }),
      providesTags: ["Master"],
    }),
    masterImport: build.query<MasterImport, string>({
      query: (id) => `${AT}/${encodeURIComponent(id)}`,
      providesTags: ["Master"],
    }),
  }),
});
