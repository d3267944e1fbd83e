/** The search call. */
import { api, path, type Shape } from "../../api";

export type SearchAnswer = Shape<"Search">;
export type Hit = Shape<"Hit">;
export type Found = Shape<"HitGroup">;
export type Part = Shape<"Part">;

/** What a search is asked with; without a group a few of each. */
export interface SearchArgs {
  q: string;
  group?: string;
  page?: number;
}

export const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    search: build.query<Shape<"Search">, SearchArgs>({
      query: ({ q, group, page }) => path("/api/v1/search", { q, group, page: page && page > 1 ? page : undefined }),
      // What one typed on the way to a word is not asked for again.
      keepUnusedDataFor: 60,
    }),
  }),
});
