/** The versions of a bot: what changed, and publishing. */
import { can } from "../../../lib/session";
import { botsApi } from "../catalog/api";
import { botTab } from "../layout/tab";
import { versionsApi } from "./api";
import { comparedOf } from "./compared";
import { versionsGrammar } from "./query";

export const pages = [
  botTab("versions", {
    query: versionsGrammar,
    needs: async ({ params, query, session, ask }) => {
      const bot = await ask(botsApi.endpoints.bot.initiate(params.id));
      const reads = can(session.user?.ability ?? [], "read", "Conversation");
      if (query.replay)
        return reads ? [versionsApi.endpoints.replay.initiate({ bot: params.id, replay: query.replay })] : [];
      return [
        ...(reads ? [versionsApi.endpoints.replays.initiate(params.id)] : []),
        ...(bot && bot.approvals > 0 ? [versionsApi.endpoints.reviews.initiate(params.id)] : []),
        versionsApi.endpoints.versions.initiate({ bot: params.id, page: query.page }),
        ...(bot ? [versionsApi.endpoints.changes.initiate({ bot: params.id, ...comparedOf(bot, query) })] : []),
      ];
    },
    messages: ["versions", "replay", "flow", "conditions"],
    styles: ["controls", "bot-versions", "bot-replay"],
    view: () => import("./VersionsPage"),
  }),
];
