import { api } from "../../api";

/** One plan. */
export interface Plan {
  title: string;
  img: string;
  subtitle: string;
  monthlyPrice: number;
  yearlyPlan: { perMonth: number; totalAnnual: number };
  planBenefits: string[];
  popular: boolean;
}

/** The plans and their questions. */
export interface Pricing {
  basicPlan: Plan;
  standardPlan: Plan;
  enterprisePlan: Plan;
  qandA: { question: string; ans: string }[];
}

/** The pricing call. */
export const pricingApi = api.injectEndpoints({ endpoints: (build) => ({ pricing: build.query<Pricing, void>({ query: () => "/pricing/data" }) }) });
