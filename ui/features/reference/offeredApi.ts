/** The call of the snippets that someone who writes can choose from. */
import { api, type Shape } from "../../api";

/** The snippets to choose from, by key. */
export type OfferedSnippets = Shape<"OfferedSnippets">;

export const offeredApi = api.enhanceEndpoints({ addTagTypes: ["Reference"] }).injectEndpoints({
  endpoints: (build) => ({
    offeredSnippets: build.query<OfferedSnippets, void>({
      query: () => "/api/v1/snippets/offered",
      providesTags: ["Reference"],
    }),
  }),
});
