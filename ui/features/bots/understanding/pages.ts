/** The page of what a bot understands. */
import { workingApi } from "../flow/api";
import { botTab } from "../layout/tab";
import { understandingApi } from "./api";
import { understandingGrammar } from "./query";

export const pages = [
  botTab("understanding", {
    area: "understanding",
    query: understandingGrammar,
    needs: ({ params }) => [
      workingApi.endpoints.workingCopy.initiate(params.id),
      understandingApi.endpoints.training.initiate(params.id),
    ],
    view: () => import("./UnderstandingPage"),
  }),
];
