/** The calls of a bot's versions. */
import { path, type Shape } from "../../../api";
import { botsApi } from "../catalog/api";
import type { PageRef } from "../../../page";

/** A version of a bot. */
export type Version = Shape<"ListedVersion">;
/** Real conversations on the working copy: what came of it. */
export type Replay = Shape<"Replay">;
/** A replay without its conversations. */
export type ReplayRow = Shape<"ReplayRow">;
/** A request to approve the working copy. */
export type Review = Shape<"BotReview">;
/** A version that receives a share of new conversations. */
export type Split = Shape<"BotSplit">;
/** How both versions of a split did. */
export type SplitFigures = Shape<"BotSplitFigures">;
/** One difference of two documents. */
export type Change = Shape<"FlowChange">;

/** The working copy, where a version's number would stand. */
export const WORKING = "working";

const of = (bot: string) => `/api/v1/bots/${encodeURIComponent(bot)}`;

export const versionsApi = botsApi.injectEndpoints({
  endpoints: (build) => ({
    versions: build.query<Shape<"ListedVersionPage">, { bot: string; page: PageRef }>({
      query: ({ bot, page }) => path(`${of(bot)}/versions`, { page: page === 1 ? "" : page }),
      providesTags: ["Bot"],
    }),
    reviews: build.query<Shape<"BotReviewPage">, string>({
      query: (bot) => `${of(bot)}/reviews`,
      providesTags: ["Bot"],
    }),
    splits: build.query<Shape<"BotSplitPage">, string>({
      query: (bot) => `${of(bot)}/splits`,
      providesTags: ["Bot"],
    }),
    splitFigures: build.query<SplitFigures, { bot: string; split: string }>({
      query: ({ bot, split }) => `${of(bot)}/splits/${encodeURIComponent(split)}/figures`,
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
