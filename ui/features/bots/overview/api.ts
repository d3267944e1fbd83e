/** The calls of a bot's own page. */
import { path, type Shape } from "../../../api";
import type { MomentArgs } from "../../reports/dashboard/api";
import { botsApi } from "../catalog/api";

/** How a bot does. */
export type BotFigures = Shape<"BotFigures">;
/** What a bot did not understand. */
export type Misses = Shape<"Misses">;
/** Texts that say nearly the same. */
export type MissGroup = Shape<"MissGroup">;

/** What goes on now is asked about this bot alone. */
export const momentOf = (bot: string): MomentArgs => ({ bot: [bot], grp: "overall", ch: [], out: [] });

const of = (bot: string) => `/api/v1/bots/${encodeURIComponent(bot)}`;

export const overviewApi = botsApi.injectEndpoints({
  endpoints: (build) => ({
    botFigures: build.query<BotFigures, string>({ query: (bot) => `${of(bot)}/figures`, providesTags: ["Bot"] }),
    botMisses: build.query<Misses, { bot: string; most: number }>({
      query: ({ bot, most }) => path(`${of(bot)}/misses`, { most: most === 5 ? "" : most }),
      providesTags: ["Bot"],
    }),
    botFlow: build.query<Shape<"Flow">, string>({ query: (bot) => `${of(bot)}/flow`, providesTags: ["Bot"] }),
  }),
});
