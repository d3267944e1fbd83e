/** The calls on how a bot's widget looks. */
import { api, type ApiState, type Shape } from "../../../api";

export type Theme = Shape<"BotTheme">;
export type Schedule = Shape<"ThemeSchedule">;
export type Removed = Shape<"RemovedCss">;
/** The fields of a theme. */
export type Values = Omit<Theme, "revision" | "published" | "removed_css">;

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

/** `manage_bots.bot_themes`: a bot's standard theme and those for a while, as the API's cache has them. */
export function selectBotThemes(state: ApiState, bot: string): Values[] {
  const standard = themeApi.endpoints.theme.select(bot)(state).data;
  const schedules = themeApi.endpoints.themeSchedules.select(bot)(state).data?.items ?? [];
  return [...(standard ? [standard] : []), ...schedules.map(({ theme }) => ({ ...standard, ...theme }) as Values)];
}
