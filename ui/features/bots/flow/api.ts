/** The calls of working copies. */
import { api, type ApiState, type Shape } from "../../../api";
import type { FlowDocument, Issue } from "../document/types";
import type { WorkingCopy } from "./types";

/** The revision that an answer's tag names. */
const revisionOf = (tag: string | null | undefined): number => Number(/\d+/.exec(tag ?? "")?.[0] ?? 0);

/** What came of trying the request of a call. */
export type TriedRequest = Shape<"RequestAnswer">;

export const workingApi = api.enhanceEndpoints({ addTagTypes: ["Flow", "Training", "Bot"] }).injectEndpoints({
  endpoints: (build) => ({
    /** How many conversations of the last seven days and today reached each node. */
    nodeCounts: build.query<Shape<"NodeCounts">, string>({
      query: (bot) => `/api/v1/bots/${encodeURIComponent(bot)}/nodes`,
    }),
    /** Which ways conversations of the last seven days and today took through the live version. */
    traffic: build.query<Shape<"Traffic">, string>({
      query: (bot) => `/api/v1/bots/${encodeURIComponent(bot)}/traffic`,
    }),
    workingCopy: build.query<WorkingCopy, string>({
      query: (bot) => `/api/v1/bots/${bot}/working-copy`,
      providesTags: ["Flow"],
    }),
    saveFlow: build.mutation<number, { bot: string; revision: number; document: FlowDocument }>({
      query: ({ bot, revision, document }) => ({
        path: `/api/v1/bots/${bot}/flow`,
        method: "PUT",
        revision: String(revision),
        body: document,
      }),
      transformResponse: (_document, meta) => revisionOf(meta?.tag),
    }),
    enterEditor: build.mutation<Shape<"BotEditors">, string>({
      query: (bot) => ({ path: `/api/v1/bots/${bot}/editors`, method: "POST" }),
    }),
    leaveEditor: build.mutation<null, string>({
      query: (bot) => ({ path: `/api/v1/bots/${bot}/editors/leave`, method: "POST" }),
    }),
    checkFlow: build.mutation<{ errors: Issue[]; warnings: Issue[] }, string>({
      query: (bot) => ({ path: `/api/v1/bots/${bot}/validation`, method: "POST" }),
      // What the frame counts, and what no model has learnt yet, has changed with the document.
      invalidatesTags: ["Training", "Bot"],
    }),
    tryRequest: build.mutation<TriedRequest, { bot: string } & Shape<"TriedRequest">>({
      query: ({ bot, ...body }) => ({ path: `/api/v1/bots/${bot}/requests`, method: "POST", body }),
    }),
  }),
});

/** `manage_bots.bot_builder`: the working copy in the builder, as the API's cache has it. */
export const selectBotBuilder = (state: ApiState, bot: string): WorkingCopy | null =>
  workingApi.endpoints.workingCopy.select(bot)(state).data ?? null;

export type { WorkingCopy };
