/** The calls of bots. */
import { api, path, type ApiState, type Shape } from "../../../api";
import type { Bot, BotPage, BotSummary, ListArgs } from "./types";

/** The list other pages choose a bot from. */
export const ALL_BOTS: ListArgs = { q: "", page: 1, per: "100" };

/** The list as it opens. */
const FIRST: ListArgs = { q: "", state: "", group: "", sort: "name", page: 1, per: "10" };

/** The call's query: what equals a default is left out. */
export const filtersOf = ({ sort, page, per, ...filters }: ListArgs) => ({
  ...filters,
  sort: sort === "name" ? "" : sort,
  page: page !== 1 ? page : undefined,
  per: per === "10" ? undefined : per,
});
const addressOf = (id: string) => `/api/v1/bots/${encodeURIComponent(id)}`;

export const botsApi = api.enhanceEndpoints({ addTagTypes: ["Bot"] }).injectEndpoints({
  endpoints: (build) => ({
    bots: build.query<BotPage, ListArgs>({
      query: (args) => path("/api/v1/bots", filtersOf(args)),
      providesTags: ["Bot"],
    }),
    bot: build.query<Bot, string>({ query: addressOf, providesTags: ["Bot"] }),
    botSummary: build.query<BotSummary, string>({ query: (id) => `${addressOf(id)}/summary`, providesTags: ["Bot"] }),
    allClients: build.query<Shape<"ClientPage">, void>({ query: () => "/api/v1/clients?per=100" }),
  }),
});

/** A bot and what is in it, as other features know them, and what one chooses of it. */
export type { Bot, BotSummary };
export { BOT_GROUPS, BOT_LANGUAGES } from "./types";

/** `manage_bots.bots`: the rows of the list, as the API's cache has them. */
export const selectBots = (state: ApiState, list = FIRST) =>
  botsApi.endpoints.bots.select(list)(state).data?.items ?? [];
