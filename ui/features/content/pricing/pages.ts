import { page } from "../../../page";
import { pricingApi, type Pricing } from "./api";
import { pricingQuery } from "./query";

/** The plans as search engines read them. */
function graph(pricing: Pricing | undefined, description: string) {
  const plans = pricing ? [pricing.basicPlan, pricing.standardPlan, pricing.enterprisePlan] : [];
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: "Parley",
    description,
    offers: plans.map(({ title, monthlyPrice }) => ({
      "@type": "Offer",
      name: title,
      price: monthlyPrice,
      priceCurrency: "USD",
    })),
  };
}

export const pages = [
  page({
    name: "pricing",
    icon: "credit-card",
    path: "/pages/pricing",
    area: "pricing",
    access: "public",
    title: "pricing.title",
    query: pricingQuery,
    needs: ({ session }) => [pricingApi.endpoints.pricing.initiate(session.locale)],
    head: ({ t, session, state }) => ({
      description: t("pricing.description"),
      data: graph(pricingApi.endpoints.pricing.select(session.locale)(state).data, t("pricing.description")),
    }),
    view: () => import("./PricingPage"),
  }),
];
