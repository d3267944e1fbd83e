/** The calls on the media library of a bot. */
import { api, type Shape } from "../../../api";
import { path } from "../../../lib/path";

export type Medium = Shape<"Medium">;

/** Media and versions on one page of their lists. */
export const PER = { media: 25, uses: 10 } as const;

/** What the call for new media takes of files. */
export const ACCEPT = ".jpg,.jpeg,.png,.webp,.pdf";

/** The call on a bot's media. */
export const mediaOf = (bot: string) => `/api/v1/bots/${encodeURIComponent(bot)}/media`;

/** The call on one of them. */
export const mediumOf = (bot: string, id: string) => `${mediaOf(bot)}/${encodeURIComponent(id)}`;

interface Listed {
  bot: string;
  q: string;
  kind: string;
  page: string;
}

/** The newest media, as the forms of messages offer them. */
export const newest = (bot: string): Listed => ({ bot, q: "", kind: "", page: "1" });

export const mediaApi = api.enhanceEndpoints({ addTagTypes: ["BotMedium", "Flow"] }).injectEndpoints({
  endpoints: (build) => ({
    media: build.query<Shape<"MediumPage">, Listed>({
      query: ({ bot, ...query }) => path(mediaOf(bot), { ...query, per: PER.media }),
      providesTags: ["BotMedium", "Flow"],
    }),
    medium: build.query<Medium, { bot: string; id: string }>({
      query: ({ bot, id }) => mediumOf(bot, id),
      providesTags: ["BotMedium", "Flow"],
    }),
    mediumUses: build.query<Shape<"MediumUsePage">, { bot: string; id: string; page: string }>({
      query: ({ bot, id, page }) => path(`${mediumOf(bot, id)}/uses`, { page, per: PER.uses }),
      providesTags: ["BotMedium", "Flow"],
    }),
  }),
});
