/** The page a bot opens with. */
import { can } from "../../../lib/session";
import { reportsApi } from "../../reports/dashboard/api";
import { botTab } from "../layout/tab";
import { versionsApi } from "../versions/api";
import { momentOf, overviewApi } from "./api";
import { overviewGrammar } from "./query";

export const pages = [
  botTab("overview", {
    query: overviewGrammar,
    needs: ({ params, query, session }) => {
      const ability = session.user?.ability ?? [];
      return [
        versionsApi.endpoints.versions.initiate({ bot: params.id, page: 1 }),
        ...(can(ability, "read", "Dashboard")
          ? [
              overviewApi.endpoints.botFigures.initiate(params.id),
              reportsApi.endpoints.now.initiate(momentOf(params.id)),
            ]
          : []),
        ...(can(ability, "read", "Conversation")
          ? [overviewApi.endpoints.botMisses.initiate({ bot: params.id, most: query.most })]
          : []),
        ...(query.miss ? [overviewApi.endpoints.botFlow.initiate(params.id)] : []),
      ];
    },
    view: () => import("./OverviewPage"),
  }),
];
