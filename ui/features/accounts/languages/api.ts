/** The calls of languages. */
import { api, type Shape } from "../../../api";

export const languagesApi = api.enhanceEndpoints({ addTagTypes: ["Language"] }).injectEndpoints({
  endpoints: (build) => ({
    languages: build.query<Shape<"Languages">, void>({ query: () => "/api/v1/languages", providesTags: ["Language"] }),
  }),
});
