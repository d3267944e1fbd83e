/** The calls of a bot's settings. */
import type { Shape } from "../../../api";
import { botsApi } from "../catalog/api";

/** A goal of a bot. */
export type Goal = Shape<"Goal">;
/** A flow document. */
export type Flow = Shape<"Flow">;

const of = (bot: string) => `/api/v1/bots/${encodeURIComponent(bot)}`;

export const botSettingsApi = botsApi.injectEndpoints({
  endpoints: (build) => ({
    botGoals: build.query<Shape<"GoalPage">, string>({
      query: (bot) => `${of(bot)}/goals?per=100`,
      providesTags: ["Bot"],
    }),
    botDocument: build.query<Flow, string>({ query: (bot) => `${of(bot)}/flow`, providesTags: ["Bot"] }),
  }),
});
