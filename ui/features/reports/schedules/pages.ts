/** The pages of scheduled mails. */
import { page, privateHead } from "../../../page";
import { schedulesApi } from "./api";
import { scheduleGrammar, schedulesGrammar } from "./query";

// i18n: schedules.done.*
const { reportSchedules, reportSchedule, scheduleDeliveries } = schedulesApi.endpoints;
const look = {
  area: "schedules",
  access: { action: "read", subject: "Dashboard" },
} as const;

export const pages = [
  page({
    ...look,
    name: "schedule",
    path: "/reports/schedules/:id",
    title: ({ t, params, state }) => reportSchedule.select(params.id)(state).data?.name ?? t("schedules.title"),
    query: scheduleGrammar,
    needs: ({ params, query }) => [
      reportSchedule.initiate(params.id),
      scheduleDeliveries.initiate({ id: params.id, page: query.page }),
    ],
    proof: "/api/v1/schedules/:id",
    head: privateHead("schedules.about"),
    view: () => import("./SchedulePage"),
  }),
  page({
    ...look,
    name: "schedules",
    path: "/reports/schedules",
    title: "schedules.title",
    query: schedulesGrammar,
    needs: ({ query }) => [reportSchedules.initiate(query.page)],
    head: privateHead("schedules.about"),
    view: () => import("./SchedulesPage"),
  }),
];
