/** The calls on how a bot's widget looks. */
import { api, type Shape } from "../../../api";

export type Theme = Shape<"BotTheme">;
export type Schedule = Shape<"ThemeSchedule">;
export type Removed = Shape<"RemovedCss">;

/** The call on a bot's theme. */
export const themeOf = (bot: string) => `/api/v1/bots/${encodeURIComponent(bot)}/theme`;
/** The call on a bot's themes for a while. */
export const schedulesOf = (bot: string) => `${themeOf(bot)}/schedule`;

export const themeApi = api.enhanceEndpoints({ addTagTypes: ["Theme"] }).injectEndpoints({
  endpoints: (build) => ({
    theme: build.query<Theme, string>({ query: themeOf, providesTags: ["Theme"] }),
    themeSchedules: build.query<Shape<"ThemeSchedules">, string>({ query: schedulesOf, providesTags: ["Theme"] }),
  }),
});
