/** The calls of training, and of reading texts. */
import { api } from "../../../api";
import type { Parsed, Training } from "./types";

export const understandingApi = api.enhanceEndpoints({ addTagTypes: ["Training"] }).injectEndpoints({
  endpoints: (build) => ({
    training: build.query<Training, string>({
      query: (bot) => `/api/v1/bots/${bot}/training`,
      providesTags: ["Training"],
    }),
    train: build.mutation<{ job: string }, string>({
      query: (bot) => ({ path: `/api/v1/bots/${bot}/training`, method: "POST" }),
      invalidatesTags: ["Training"],
    }),
    stopTraining: build.mutation<Training, string>({
      query: (bot) => ({ path: `/api/v1/bots/${bot}/training/cancel`, method: "POST" }),
      invalidatesTags: ["Training"],
    }),
    parse: build.mutation<{ items: Parsed[] }, { bot: string; texts: string[]; language?: string }>({
      query: ({ bot, ...body }) => ({ path: `/api/v1/bots/${bot}/parse`, method: "POST", body }),
    }),
  }),
});
