/** The reading calls on telephone calls. */
import { api, path, type Shape } from "../../../api";
import { listQuery, type ContactArgs } from "../history/api";

export type Call = Shape<"Call">;
export type CallPage = Shape<"CallPage">;
export type WholeCall = Shape<"WholeCall">;
export type CallTurn = Shape<"CallTurn">;
export type CallSegment = Shape<"CallSegment">;
export type Peaks = Shape<"Peaks">;

/** What the list takes of its page's query. */
export interface CallArgs extends Omit<ContactArgs, "sort" | "per"> {
  today: boolean;
  ended: string;
  recording: string;
  phrase: string;
}

/** The call on one telephone call. */
export const callOf = (id: string) => `/api/v1/calls/${encodeURIComponent(id)}`;

export const callsApi = api.enhanceEndpoints({ addTagTypes: ["Call"] }).injectEndpoints({
  endpoints: (build) => ({
    calls: build.query<CallPage, CallArgs>({
      query: ({ ended, r, ...query }) =>
        path("/api/v1/calls", { ...listQuery(query), r: r === "all" ? undefined : r, ended_by: ended, per: 25 }),
      providesTags: ["Call"],
    }),
    call: build.query<WholeCall, string>({ query: callOf, providesTags: ["Call"] }),
  }),
});
