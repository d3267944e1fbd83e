/** The calls of exports. */
import { api, path } from "../../api";
import type { ExportPage } from "./types";
import type { PageRef } from "../../page";

export const exportsApi = api.enhanceEndpoints({ addTagTypes: ["Export"] }).injectEndpoints({
  endpoints: (build) => ({
    exports: build.query<ExportPage, PageRef>({
      query: (page) => path("/api/v1/exports", { page: page !== 1 ? page : undefined }),
      providesTags: ["Export"],
    }),
  }),
});
