/** The page of background work. */
import { grammar, oneOf, page, place } from "../../page";
import { jobsApi } from "./api";

/** What a job can be, in the order it goes through. */
export const STATES = ["ready", "running", "failed", "done", "cancelled"] as const;

export const jobsGrammar = grammar({
  state: oneOf(STATES),
  page: place(),
});

export const pages = [
  page({
    name: "jobs",
    path: "/admin/jobs",
    area: "jobs",
    access: { action: "read", subject: "Job" },
    title: "jobs.title",
    query: jobsGrammar,
    needs: ({ query }) => [jobsApi.endpoints.jobs.initiate(query)],
    styles: ["imports", "jobs"],
    head: ({ t }) => ({ description: t("jobs.description"), robots: "noindex" }),
    view: () => import("./JobsPage"),
  }),
];
