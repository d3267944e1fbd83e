/** The page that explains a change. */
import { page } from "../../../page";
import { explainApi } from "./api";
import { explainQuery } from "./query";

export const pages = [
  page({
    name: "explain",
    path: "/reports/explain",
    area: "reports",
    // Whose figures one may read, the call says: each report has an ability of its own.
    access: "user",
    title: "explain.title",
    query: explainQuery,
    needs: ({ query }) => [explainApi.endpoints.explanation.initiate(query)],
    styles: ["charts", "stat", "reports", "conversations", "explain"],
    messages: ["reports", "places", "explain"],
    head: ({ t }) => ({ description: t("explain.about"), robots: "noindex" }),
    view: () => import("./ExplainPage"),
  }),
];
