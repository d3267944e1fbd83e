/** The calls of the two dashboards. */
import { api, path } from "../../../api";
import type { Analytics, Ecommerce } from "./types";

export const cardsApi = api.injectEndpoints({
  endpoints: (build) => ({
    analytics: build.query<Analytics, { r: string }>({
      query: ({ r }) => path("/api/v1/cards/analytics", { r: r === "last_28_days" ? "" : r }),
    }),
    ecommerce: build.query<Ecommerce, { r: string; year: string }>({
      query: ({ r, year }) =>
        path("/api/v1/cards/ecommerce", { r: r === "last_28_days" ? "" : r, year: year === "2020" ? "" : year }),
    }),
  }),
});
