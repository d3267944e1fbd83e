/** The calls of a bot's versions. */
import { path, type Shape } from "../../../api";
import { botsApi } from "../catalog/api";
import type { PageRef } from "../../../page";

/** A version of a bot. */
export type Version = Shape<"Version">;
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
    changes: build.query<Shape<"FlowChanges">, { bot: string; from: string; to: string }>({
      query: ({ bot, from, to }) =>
        path(to === WORKING ? `${of(bot)}/flow/changes` : `${of(bot)}/versions/${encodeURIComponent(to)}/changes`, {
          from,
        }),
      providesTags: ["Bot"],
    }),
  }),
});
