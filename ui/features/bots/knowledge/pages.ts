/** The page of the questions a bot answers. */
import { workingApi } from "../flow/api";
import { botTab } from "../layout/tab";
import { understandingApi } from "../understanding/api";
import { knowledgeGrammar } from "./query";

export const pages = [
  botTab("knowledge", {
    area: "answers",
    query: knowledgeGrammar,
    needs: ({ params }) => [
      workingApi.endpoints.workingCopy.initiate(params.id),
      understandingApi.endpoints.training.initiate(params.id),
    ],
    messages: ["flow", "understanding"],
    styles: ["controls", "flow", "understanding"],
    view: () => import("./KnowledgePage"),
  }),
];
