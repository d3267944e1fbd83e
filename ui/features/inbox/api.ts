/** The calls of the inbox. */
import { api, path } from "../../api";
import type { PageRef } from "../../page";
import { DESK, type Colleagues, type Desk, type HandoffDetail, type HandoffPage, type OfferedTexts } from "./types";

/** What a list is narrowed to; empty is all. */
export interface Narrowed {
  queue: string;
  outlet: string;
}

/** A page of the hand-offs in a state. */
export interface ListArgs extends Narrowed {
  state: "requested" | "accepted" | "closed" | "missed" | "call_back";
  page: PageRef;
}

/** Those that someone has, of whom there are as many as people can talk with at once. */
export const accepted = ({ queue, outlet }: Narrowed): ListArgs => ({ state: "accepted", page: 1, queue, outlet });

const pathOf = (id: string) => `/api/v1/handoffs/${encodeURIComponent(id)}`;

export const inboxApi = api.enhanceEndpoints({ addTagTypes: ["Handoff"] }).injectEndpoints({
  endpoints: (build) => ({
    handoffs: build.query<HandoffPage, ListArgs>({
      query: ({ state, page, queue, outlet }) =>
        path("/api/v1/handoffs", {
          state,
          page: page !== 1 ? page : undefined,
          per: "50",
          queue: queue || undefined,
          outlet: outlet || undefined,
        }),
      providesTags: ["Handoff"],
    }),
    handoff: build.query<HandoffDetail, string>({ query: pathOf, providesTags: ["Handoff"] }),
    desk: build.query<Desk, void>({ query: () => DESK, providesTags: ["Handoff"] }),
    colleagues: build.query<Colleagues, string>({
      query: (id) => `${pathOf(id)}/colleagues`,
      providesTags: ["Handoff"],
    }),
    handoffTexts: build.query<OfferedTexts, string>({ query: (id) => `${pathOf(id)}/texts` }),
    sayInHandoff: build.mutation<HandoffDetail, { id: string; text: string; key: string }>({
      query: ({ id, text, key }) => ({ path: `${pathOf(id)}/messages`, method: "POST", body: { text }, key }),
      invalidatesTags: ["Handoff"],
    }),
  }),
});
