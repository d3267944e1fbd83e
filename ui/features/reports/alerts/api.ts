/** The calls of alerts. */
import { api, path, type Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type Alert = Shape<"Alert">;
export type AlertPage = Shape<"AlertPage">;
export type RecentFiringPage = Shape<"RecentFiringPage">;
export type Trial = Shape<"Trial">;

const paged = (page: PageRef) => ({ per: 25, page: page === 1 ? undefined : page });

export const alertsApi = api.enhanceEndpoints({ addTagTypes: ["Report"] }).injectEndpoints({
  endpoints: (build) => ({
    alerts: build.query<AlertPage, { page: PageRef; state?: string; q?: string }>({
      query: ({ page, state, q }) => path("/api/v1/alerts", { ...paged(page), state, q }),
      providesTags: ["Report"],
    }),
    recentFirings: build.query<RecentFiringPage, PageRef>({
      query: (page) => path("/api/v1/alerts/firings", { ...paged(page), per: 10 }),
      providesTags: ["Report"],
    }),
    alert: build.query<Alert, string>({
      query: (id) => `/api/v1/alerts/${encodeURIComponent(id)}`,
      providesTags: ["Report"],
    }),
    firings: build.query<Shape<"FiringPage">, { id: string; page: PageRef }>({
      query: ({ id, page }) => path(`/api/v1/alerts/${encodeURIComponent(id)}/firings`, paged(page)),
      providesTags: ["Report"],
    }),
  }),
});
