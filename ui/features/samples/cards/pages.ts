/** The two dashboards of cards. */
import { page, privateHead } from "../../../page";
import { cardsApi } from "./api";
import { analyticsGrammar, ecommerceGrammar } from "./query";

const shared = {
  area: "cards",
  access: { action: "read", subject: "Office" },
} as const;

export const pages = [
  page({
    ...shared,
    name: "analytics",
    path: "/dashboard/analytics",
    title: "cards.analytics",
    query: analyticsGrammar,
    needs: ({ query }) => [cardsApi.endpoints.analytics.initiate(query)],
    head: privateHead("cards.analyticsAbout"),
    view: () => import("./AnalyticsPage"),
  }),
  page({
    ...shared,
    name: "ecommerce",
    path: "/dashboard/ecommerce",
    title: "cards.ecommerce",
    query: ecommerceGrammar,
    needs: ({ query }) => [cardsApi.endpoints.ecommerce.initiate(query)],
    head: privateHead("cards.ecommerceAbout"),
    view: () => import("./EcommercePage"),
  }),
];
