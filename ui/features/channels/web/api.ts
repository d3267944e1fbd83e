/** The call on how a bot's widget looks. */
import { api, type Shape } from "../../../api";

export type Theme = Shape<"BotTheme">;

/** The call on a bot's theme. */
export const themeOf = (bot: string) => `/api/v1/bots/${encodeURIComponent(bot)}/theme`;

export const themeApi = api.enhanceEndpoints({ addTagTypes: ["Theme"] }).injectEndpoints({
  endpoints: (build) => ({
    theme: build.query<Theme, string>({ query: themeOf, providesTags: ["Theme"] }),
  }),
});
