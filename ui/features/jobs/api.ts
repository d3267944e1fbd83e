/** The reading call of background work. */
import { api, path } from "../../api";
import type { JobPage } from "./types";
import type { PageRef } from "../../page";

/** The page's query. */
export interface JobArgs {
  state: string;
  work: string;
  page: PageRef;
}

export const jobsApi = api.enhanceEndpoints({ addTagTypes: ["Job"] }).injectEndpoints({
  endpoints: (build) => ({
    jobs: build.query<JobPage, JobArgs>({
      query: ({ state, work, page }) =>
        path("/api/v1/jobs", { state, work: work === "all" ? undefined : work, page: page !== 1 ? page : undefined }),
      providesTags: ["Job"],
    }),
  }),
});
