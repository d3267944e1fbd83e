/** The calls of the inbox. */
import { api, path } from "../../api";
import type { PageRef } from "../../page";
import type { HandoffDetail, HandoffPage, OfferedTexts } from "./types";

/** A page of the hand-offs in a state. */
export interface ListArgs {
  state: "requested" | "accepted" | "closed" | "missed";
  page: PageRef;
}

/** Those that somebody has, of whom there are as many as people can talk with at once. */
export const ACCEPTED: ListArgs = { state: "accepted", page: 1 };

const one = (id: string) => `/api/v1/handoffs/${encodeURIComponent(id)}`;

export const inboxApi = api.enhanceEndpoints({ addTagTypes: ["Handoff"] }).injectEndpoints({
  endpoints: (build) => ({
    handoffs: build.query<HandoffPage, ListArgs>({
      query: ({ state, page }) => path("/api/v1/handoffs", { state, page: page !== 1 ? page : undefined, per: "50" }),
      providesTags: ["Handoff"],
    }),
    handoff: build.query<HandoffDetail, string>({ query: one, providesTags: ["Handoff"] }),
    handoffTexts: build.query<OfferedTexts, string>({ query: (id) => `${one(id)}/texts` }),
    sayInHandoff: build.mutation<HandoffDetail, { id: string; text: string; key: string }>({
      query: ({ id, text, key }) => ({ path: `${one(id)}/messages`, method: "POST", body: { text }, key }),
      invalidatesTags: ["Handoff"],
    }),
  }),
});
