/** The page of targets. */
import { page, privateHead } from "../../../page";
import { listArgs, targetsApi } from "./api";
import { targetsGrammar } from "./query";

// i18n: targets.done.*
export const pages = [
  page({
    name: "targets",
    messages: ["reports"],
    path: "/reports/targets",
    area: "targets",
    access: { action: "read", subject: "Dashboard" },
    title: "targets.title",
    query: targetsGrammar,
    needs: ({ query }) => [targetsApi.endpoints.targets.initiate(listArgs(query))],
    head: privateHead("targets.about"),
    view: () => import("./TargetsPage"),
  }),
];
