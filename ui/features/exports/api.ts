/** The calls of exports. */
import { api, path } from "../../api";
import type { ExportPage } from "./types";

export const exportsApi = api.enhanceEndpoints({ addTagTypes: ["Export"] }).injectEndpoints({
  endpoints: (build) => ({
    exports: build.query<ExportPage, number>({
      query: (page) => path("/api/v1/exports", { page: page > 1 ? page : undefined }),
      providesTags: ["Export"],
    }),
  }),
});
