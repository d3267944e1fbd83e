/** The page of background work. */
import { page, privateHead } from "../../page";
import { jobsApi } from "./api";
import { workOf, jobsGrammar } from "./query";

export const pages = [
  page({
    name: "jobs",
    icon: "gauge",
    menu: { group: "admin", order: 7 },
    path: "/admin/jobs",
    area: "jobs",
    access: { action: "read", subject: "Job" },
    title: "jobs.title",
    query: jobsGrammar,
    needs: ({ query }) => [jobsApi.endpoints.jobs.initiate({ ...query, work: workOf(query) })],
    head: privateHead("jobs.description"),
    view: () => import("./JobsPage"),
  }),
];
