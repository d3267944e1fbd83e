/** The reading call of background work. */
import { api, path } from "../../api";
import type { JobPage } from "./types";

/** The page's query. */
export interface JobArgs {
  state: string;
  page: number;
  cursor: string;
}

export const jobsApi = api.enhanceEndpoints({ addTagTypes: ["Job"] }).injectEndpoints({
  endpoints: (build) => ({
    jobs: build.query<JobPage, JobArgs>({
      query: ({ state, page, cursor }) => path("/api/v1/jobs", { state, page: cursor || (page > 1 ? page : undefined) }),
      providesTags: ["Job"],
    }),
  }),
});
