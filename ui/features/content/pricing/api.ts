import { api, path, type Shape } from "../../../api";

/** One plan. */
export type Plan = Shape<"Plan">;

/** The plans and their questions. */
export type Pricing = Shape<"Pricing">;

/** The pricing call, in a language. */
export const pricingApi = api.injectEndpoints({
  endpoints: (build) => ({ pricing: build.query<Pricing, string>({ query: (hl) => path("/pricing/data", { hl }) }) }),
});
