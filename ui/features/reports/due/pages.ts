/** The page of the visits whose customers are to be asked. */
import { page, privateHead } from "../../../page";
import { dueApi } from "./api";
import { dueQuery } from "./query";

export const pages = [
  page({
    name: "due-visits",
    path: "/reports/groups/psf/due",
    area: "reports",
    messages: ["groups"],
    access: { action: "read", subject: "Group.psf" },
    title: "groups.due_list",
    query: dueQuery,
    needs: ({ query }) => [dueApi.endpoints.dueVisits.initiate(query)],
    head: privateHead("reports.description"),
    view: () => import("./DueVisitsPage"),
  }),
];
