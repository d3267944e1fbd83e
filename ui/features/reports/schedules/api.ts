/** The calls of scheduled mails. */
import { api, path, type Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type Schedule = Shape<"Schedule">;
export type ScheduleDelivery = Shape<"ScheduleDelivery">;

const paged = (page: PageRef) => ({ per: 25, page: page === 1 ? undefined : page });

export const schedulesApi = api.enhanceEndpoints({ addTagTypes: ["Report"] }).injectEndpoints({
  endpoints: (build) => ({
    reportSchedules: build.query<Shape<"SchedulePage">, PageRef>({
      query: (page) => path("/api/v1/schedules", paged(page)),
      providesTags: ["Report"],
    }),
    reportSchedule: build.query<Schedule, string>({
      query: (id) => `/api/v1/schedules/${encodeURIComponent(id)}`,
      providesTags: ["Report"],
    }),
    scheduleDeliveries: build.query<Shape<"ScheduleDeliveryPage">, { id: string; page: PageRef }>({
      query: ({ id, page }) => path(`/api/v1/schedules/${encodeURIComponent(id)}/deliveries`, paged(page)),
      providesTags: ["Report"],
    }),
  }),
});
