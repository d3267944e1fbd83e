/** The reading calls on telephone calls. */
import { api, path, type Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type Call = Shape<"Call">;
export type WholeCall = Shape<"WholeCall">;
export type CallTurn = Shape<"CallTurn">;
export type CallSegment = Shape<"CallSegment">;
export type Peaks = Shape<"Peaks">;

/** The part of a page's query that lists take. */
export interface CallArgs {
  bot: string;
  ended: string;
  recording: string;
  traffic: string;
  phrase: string;
  page: PageRef;
}

/** The call on one telephone call. */
export const callOf = (id: string) => `/api/v1/calls/${encodeURIComponent(id)}`;

export const callsApi = api.enhanceEndpoints({ addTagTypes: ["Call"] }).injectEndpoints({
  endpoints: (build) => ({
    calls: build.query<Shape<"CallPage">, CallArgs>({
      query: ({ bot, ended, recording, traffic, phrase, page }) =>
        path("/api/v1/calls", {
          bot,
          ended_by: ended,
          recording,
          traffic: traffic === "real" ? "" : traffic,
          phrase,
          page,
          per: 25,
        }),
      providesTags: ["Call"],
    }),
    call: build.query<WholeCall, string>({ query: callOf, providesTags: ["Call"] }),
  }),
});
