/** The reading call of one contact's timeline. */
import { api, path, type Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type Timeline = Shape<"Timeline">;
export type TimelineEvent = Timeline["items"][number];

export interface TimelineArgs {
  id: string;
  lane: string[];
  page: PageRef;
  per: string;
}

export const timelineApi = api.enhanceEndpoints({ addTagTypes: ["Conversation"] }).injectEndpoints({
  endpoints: (build) => ({
    timeline: build.query<Timeline, TimelineArgs>({
      query: ({ id, lane, page, per }) =>
        path(`/api/v1/contacts/${id}/timeline`, { lane, page: page === 1 ? "" : page, per }),
      providesTags: ["Conversation"],
    }),
  }),
});
