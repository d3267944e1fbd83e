/** The calls of imports. */
import { api, path } from "../../api";
import type { Import, ImportPage } from "./types";
import type { PageRef } from "../../page";

export const importsApi = api.enhanceEndpoints({ addTagTypes: ["Import"] }).injectEndpoints({
  endpoints: (build) => ({
    imports: build.query<ImportPage, PageRef>({
      query: (page) => path("/api/v1/imports", { page: page !== 1 ? page : undefined }),
      providesTags: ["Import"],
    }),
    importOne: build.query<Import, string>({
      query: (id) => `/api/v1/imports/${id}`,
      providesTags: ["Import"],
    }),
  }),
});
