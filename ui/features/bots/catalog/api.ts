/** The calls of bots. */
import { api, path, type ApiState } from "../../../api";
import type { Bot, BotPage } from "./types";
import type { PageRef } from "../../../page";

/** The list other pages choose a bot from. */
export const ALL_BOTS = { q: "", page: 1, per: "100" };

/** The list as it opens. */
const FIRST = { q: "", page: 1, per: "10" };

export const botsApi = api.enhanceEndpoints({ addTagTypes: ["Bot"] }).injectEndpoints({
  endpoints: (build) => ({
    bots: build.query<BotPage, { q: string; page: PageRef; per: string }>({
      query: ({ q, page, per }) =>
        path("/api/v1/bots", { q, page: page !== 1 ? page : undefined, per: per === "10" ? undefined : per }),
      providesTags: ["Bot"],
    }),
    bot: build.query<Bot, string>({
      query: (id) => `/api/v1/bots/${encodeURIComponent(id)}`,
      providesTags: ["Bot"],
    }),
  }),
});

/** A bot as other features know it. */
export type { Bot };

/** `manage_bots.bots`: the rows of the list, as the API's cache has them. */
export const selectBots = (state: ApiState, list = FIRST) =>
  botsApi.endpoints.bots.select(list)(state).data?.items ?? [];
