/** The versions of a bot: what changed, and publishing. */
import { botsApi } from "../catalog/api";
import { botTab } from "../layout/tab";
import { versionsApi } from "./api";
import { comparedOf } from "./compared";
import { versionsGrammar } from "./query";

export const pages = [
  botTab("versions", {
    query: versionsGrammar,
    needs: async ({ params, query, ask }) => {
      const bot = await ask(botsApi.endpoints.bot.initiate(params.id));
      return [
        versionsApi.endpoints.versions.initiate({ bot: params.id, page: query.page }),
        ...(bot ? [versionsApi.endpoints.changes.initiate({ bot: params.id, ...comparedOf(bot, query) })] : []),
      ];
    },
    messages: ["versions", "flow", "conditions"],
    styles: ["controls", "bot-versions"],
    view: () => import("./VersionsPage"),
  }),
];
