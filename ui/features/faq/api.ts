import { api, path } from "../../api";

/** One category of questions. */
export interface FaqCategory {
  icon: string;
  title: string;
  subtitle: string;
  qandA: { question: string; ans: string }[];
}

/** Categories by key; those without a hit are not there. */
export type Faq = Partial<Record<"payment" | "delivery" | "cancellationReturn" | "myOrders" | "productServices", FaqCategory>>;

/** The FAQ call. */
export const faqApi = api.injectEndpoints({
  endpoints: (build) => ({ faq: build.query<Faq, { q: string }>({ query: ({ q }) => path("/faq/data", { q }) }) }),
});
