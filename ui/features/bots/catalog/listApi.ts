/** The calls of the list of bots and of making one, which no other page of a bot makes. */
import { path } from "../../../api";
import { botsApi, filtersOf } from "./api";
import type { BotOwners, BotsChannels, BotsHealth, ListArgs, Previews, Templates } from "./types";

export const botListApi = botsApi.injectEndpoints({
  endpoints: (build) => ({
    botsHealth: build.query<BotsHealth, ListArgs>({
      query: (args) => path("/api/v1/bots/health", filtersOf(args)),
      providesTags: ["Bot"],
    }),
    botsChannels: build.query<BotsChannels, ListArgs>({
      query: (args) => path("/api/v1/bots/channels", filtersOf(args)),
      providesTags: ["Bot"],
    }),
    botOwners: build.query<BotOwners, void>({ query: () => "/api/v1/bots/owners", providesTags: ["Bot"] }),
    botTemplates: build.query<Templates, void>({ query: () => "/api/v1/bot-templates" }),
    botPreviews: build.query<Previews, string>({
      query: (language) => path("/api/v1/bot-templates/previews", { speech: language === "mixed" ? "" : language }),
    }),
  }),
});
