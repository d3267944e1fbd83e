/** The page that explains a change. */
import { page, privateHead } from "../../../page";
import { explainApi } from "./api";
import { explainQuery } from "./query";

export const pages = [
  page({
    name: "explain",
    path: "/reports/explain",
    area: "reports",
    messages: ["speech", "docreport"],
    // Each report's call asks for its own ability besides.
    access: { action: "read", subject: "Dashboard" },
    title: "explain.title",
    query: explainQuery,
    needs: ({ query }) => [explainApi.endpoints.explanation.initiate(query)],
    head: privateHead("explain.about"),
    view: () => import("./ExplainPage"),
  }),
];
