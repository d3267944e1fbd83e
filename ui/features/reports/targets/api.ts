/** The calls of targets. */
import { api, path, type Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type Target = Shape<"Target">;
export type TargetPage = Shape<"TargetPage">;

interface ListArgs {
  metric: string;
  history: boolean;
  page: PageRef;
}

/** The part of the address that the list is of. */
export const listArgs = ({ metric, history, page }: ListArgs): ListArgs => ({ metric, history, page });

export const targetsApi = api.enhanceEndpoints({ addTagTypes: ["Report"] }).injectEndpoints({
  endpoints: (build) => ({
    targets: build.query<TargetPage, ListArgs>({
      query: ({ page, ...rest }) => path("/api/v1/targets", { ...rest, per: 25, page: page === 1 ? undefined : page }),
      providesTags: ["Report"],
    }),
  }),
});
