/** The page of a bot's regression cases. */
import { botTab } from "../layout/tab";
import { overviewApi } from "../overview/api";
import { casesApi } from "./api";
import { casesGrammar } from "./query";

export const pages = [
  botTab("cases", {
    area: "cases",
    query: casesGrammar,
    needs: ({ params, query }) => [
      overviewApi.endpoints.botFlow.initiate(params.id),
      casesApi.endpoints.cases.initiate({ bot: params.id, page: query.page }),
      ...(query.case ? [casesApi.endpoints.case.initiate({ bot: params.id, id: query.case })] : []),
    ],
    view: () => import("./CasesPage"),
  }),
];
