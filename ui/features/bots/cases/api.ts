/** The calls of a bot's regression cases. */
import { api, path } from "../../../api";
import type { PageRef } from "../../../page";
import type { Case, CasePage } from "./types";

export const casesApi = api.enhanceEndpoints({ addTagTypes: ["Case"] }).injectEndpoints({
  endpoints: (build) => ({
    cases: build.query<CasePage, { bot: string; page: PageRef }>({
      query: ({ bot, page }) =>
        path(`/api/v1/bots/${encodeURIComponent(bot)}/cases`, { per: "25", page: page !== 1 ? page : undefined }),
      providesTags: ["Case"],
    }),
    case: build.query<Case, { bot: string; id: string }>({
      query: ({ bot, id }) => `/api/v1/bots/${encodeURIComponent(bot)}/cases/${encodeURIComponent(id)}`,
      providesTags: ["Case"],
    }),
  }),
});
