/** The page on which a bot's flow is edited. */
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
    needs: ({ params, query }) => [
      workingApi.endpoints.workingCopy.initiate(params.id),
      // Without a name the first node is open.
      ...(query.part ? [] : [mediaApi.endpoints.media.initiate(newest(params.id))]),
    ],
    view: () => import("./FlowPage"),
  }),
];
