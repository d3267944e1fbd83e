/** The page of a bot's texts in all languages. */
import { workingApi } from "../flow/api";
import { botTab } from "../layout/tab";
import { textsApi } from "./api";
import { textsGrammar } from "./query";

export const pages = [
  botTab("texts", {
    area: "texts",
    query: textsGrammar,
    needs: ({ params }) => [
      workingApi.endpoints.workingCopy.initiate(params.id),
      textsApi.endpoints.texts.initiate(params.id),
    ],
    view: () => import("./TextsPage"),
  }),
];
