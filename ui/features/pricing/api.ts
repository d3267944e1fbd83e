import { api, type Shape } from "../../api";

/** One plan. */
export type Plan = Shape<"Plan">;

/** The plans and their questions. */
export type Pricing = Shape<"Pricing">;

/** The pricing call. */
export const pricingApi = api.injectEndpoints({ endpoints: (build) => ({ pricing: build.query<Pricing, void>({ query: () => "/pricing/data" }) }) });
