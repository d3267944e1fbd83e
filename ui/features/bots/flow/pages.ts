/** The page on which a bot's flow is edited. */
import { can } from "../../../lib/session";
import type { PageKeys } from "../../../page";
import { botTab } from "../layout/tab";
import { mediaApi, newest } from "../media/api";
import { workingApi } from "./api";
import { flowGrammar } from "./query";

// i18n: flow.key.*
const keys: PageKeys = [
  ["n", "issue"],
  ["a", "add"],
  ["c", "copy"],
  ["j k", "move"],
];

export const pages = [
  botTab("flow", {
    area: "flow",
    keys,
    query: flowGrammar,
    needs: ({ params, query, session }) => [
      workingApi.endpoints.workingCopy.initiate(params.id),
      ...(can(session.user?.ability ?? [], "read", "Dashboard")
        ? [workingApi.endpoints.nodeCounts.initiate(params.id)]
        : []),
      // Without a name the first node is open.
      ...(query.part ? [] : [mediaApi.endpoints.media.initiate(newest(params.id))]),
    ],
    view: () => import("./FlowPage"),
  }),
];
