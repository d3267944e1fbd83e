/** The reading call of background work. */
import { api, path } from "../../api";
import type { JobPage } from "./types";
import type { PageRef } from "../../page";

/** The page's query. */
export interface JobArgs {
  state: string;
  page: PageRef;
}

export const jobsApi = api.enhanceEndpoints({ addTagTypes: ["Job"] }).injectEndpoints({
  endpoints: (build) => ({
    jobs: build.query<JobPage, JobArgs>({
      query: ({ state, page }) => path("/api/v1/jobs", { state, page: page !== 1 ? page : undefined }),
      providesTags: ["Job"],
    }),
  }),
});
