/** The calls of a bot's versions. */
import { path, type Shape } from "../../../api";
import { botsApi } from "../catalog/api";
import type { PageRef } from "../../../page";

/** A version of a bot. */
export type Version = Shape<"Version">;
/** Real conversations on the working copy: what came of it. */
export type Replay = Shape<"Replay">;
/** A replay without its conversations. */
export type ReplayRow = Shape<"ReplayRow">;
/** A request to approve the working copy. */
export type Review = Shape<"BotReview">;
/** One difference of two documents. */
export type Change = Shape<"FlowChange">;

/** The working copy, where a version's number would stand. */
export const WORKING = "working";

const of = (bot: string) => `/api/v1/bots/${encodeURIComponent(bot)}`;

export const versionsApi = botsApi.injectEndpoints({
  endpoints: (build) => ({
    versions: build.query<Shape<"VersionPage">, { bot: string; page: PageRef }>({
      query: ({ bot, page }) => path(`${of(bot)}/versions`, { page: page === 1 ? "" : page }),
      providesTags: ["Bot"],
    }),
    reviews: build.query<Shape<"BotReviewPage">, string>({
      query: (bot) => `${of(bot)}/reviews`,
      providesTags: ["Bot"],
    }),
    replays: build.query<Shape<"ReplayPage">, string>({
      query: (bot) => `${of(bot)}/replays`,
      providesTags: ["Bot"],
    }),
    replay: build.query<Replay, { bot: string; replay: string }>({
      query: ({ bot, replay }) => `${of(bot)}/replays/${encodeURIComponent(replay)}`,
      providesTags: ["Bot"],
    }),
    changes: build.query<Shape<"FlowChanges">, { bot: string; from: string; to: string }>({
      query: ({ bot, from, to }) =>
        path(to === WORKING ? `${of(bot)}/flow/changes` : `${of(bot)}/versions/${encodeURIComponent(to)}/changes`, {
          from,
        }),
      providesTags: ["Bot"],
    }),
  }),
});
