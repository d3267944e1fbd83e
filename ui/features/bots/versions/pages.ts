/** The versions of a bot: what changed, and publishing. */
import { can } from "../../../lib/session";
import { casesApi } from "../cases/api";
import { botsApi } from "../catalog/api";
import { botTab } from "../layout/tab";
import { understandingApi } from "../understanding/api";
import { versionsApi } from "./api";
import { comparedOf } from "./compared";
import { versionsGrammar } from "./query";

export const pages = [
  botTab("versions", {
    query: versionsGrammar,
    needs: async ({ params, query, session, ask }) => {
      const bot = await ask(botsApi.endpoints.bot.initiate(params.id));
      const ability = session.user?.ability ?? [];
      const reads = can(ability, "read", "Conversation");
      if (query.replay)
        return reads ? [versionsApi.endpoints.replay.initiate({ bot: params.id, replay: query.replay })] : [];
      const splits = bot && bot.live_version !== null ? await ask(versionsApi.endpoints.splits.initiate(bot.id)) : null;
      const split = splits?.items[0];
      return [
        ...(split && can(ability, "read", "Dashboard")
          ? [versionsApi.endpoints.splitFigures.initiate({ bot: params.id, split: split.id })]
          : []),
        ...(reads ? [versionsApi.endpoints.replays.initiate(params.id)] : []),
        ...(bot && bot.approvals > 0 ? [versionsApi.endpoints.reviews.initiate(params.id)] : []),
        versionsApi.endpoints.versions.initiate({ bot: params.id, page: query.page }),
        ...(bot && bot.state !== "archived" && can(ability, "publish", "Bot")
          ? [
              understandingApi.endpoints.training.initiate(bot.id),
              casesApi.endpoints.cases.initiate({ bot: bot.id, page: 1 }),
            ]
          : []),
        ...(bot ? [versionsApi.endpoints.changes.initiate({ bot: params.id, ...comparedOf(bot, query) })] : []),
      ];
    },
    view: () => import("./VersionsPage"),
  }),
];
