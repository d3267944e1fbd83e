import { api, path, type Shape } from "../../api";

/** Categories by key; those without a hit are not there. */
export type Faq = Shape<"Faq">;

/** The FAQ call. */
export const faqApi = api.injectEndpoints({
  endpoints: (build) => ({ faq: build.query<Faq, { q: string; hl: string }>({ query: (args) => path("/faq/data", args) }) }),
});
