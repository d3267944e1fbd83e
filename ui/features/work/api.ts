/** The call on long work under way. */
import { api, type Shape } from "../../api";

export const workApi = api.enhanceEndpoints({ addTagTypes: ["Import", "Export"] }).injectEndpoints({
  endpoints: (build) => ({
    work: build.query<Shape<"Work">, void>({ query: () => "/api/v1/work" }),
  }),
});
