/** The reading call that explains a change. */
import { api, path, type Shape } from "../../../api";
import { filters, type DashboardArgs } from "../dashboard/api";

export type Explanation = Shape<"ChangeExplanation">;
export type Part = Explanation["items"][number];

export interface ExplainArgs extends DashboardArgs {
  report: string;
  metric: string;
  by: string;
}

export const explainApi = api.enhanceEndpoints({ addTagTypes: ["Report"] }).injectEndpoints({
  endpoints: (build) => ({
    explanation: build.query<Explanation, ExplainArgs>({
      query: ({ report, metric, by, ...args }) =>
        path(`/api/v1/reports/${report}/explain`, { ...filters(args), metric, by: by === "channel" ? "" : by }),
      providesTags: ["Report"],
    }),
  }),
});
