/** The pages of telephone calls: the list, and one call. */
import { page, type PageKeys, privateHead } from "../../../page";
import { callsApi } from "./api";
import { callGrammar, callsGrammar } from "./query";

const { call, calls } = callsApi.endpoints;
// i18n: calls.key.*
const keys: PageKeys = [["j k", "move"]];
const COMMON = {
  keys,
  area: "calls",
  access: { action: "read", subject: "Conversation" },
} as const;

// i18n: calls.done.*
export const pages = [
  page({
    ...COMMON,
    name: "call",
    path: "/reports/calls/:id",
    title: "calls.one",
    query: callGrammar,
    needs: ({ params }) => [call.initiate(params.id)],
    proof: "/api/v1/calls/:id",
    head: privateHead("calls.about"),
    view: () => import("./CallPage"),
  }),
  page({
    ...COMMON,
    name: "calls",
    path: "/reports/calls",
    title: "calls.title",
    query: callsGrammar,
    needs: ({ query }) => [calls.initiate(query)],
    head: privateHead("calls.about"),
    view: () => import("./CallsPage"),
  }),
];
