/** The reading call of the visits whose customers are to be asked. */
import { api, path, type Shape } from "../../../api";
import type { PageRef } from "../../../page";

interface DueArgs {
  r: string;
  tz: string;
  out: string[];
  page: PageRef;
  per: string;
}

/** What equals a default is left out, so that both sides write the same address. */
const DEFAULTS: Record<string, unknown> = { r: "last_28_days", tz: "client", page: 1, per: "25" };

export const dueApi = api.enhanceEndpoints({ addTagTypes: ["Report"] }).injectEndpoints({
  endpoints: (build) => ({
    dueVisits: build.query<Shape<"DueVisitPage">, DueArgs>({
      query: (args) =>
        path(
          "/api/v1/reports/groups/psf/due",
          Object.fromEntries(Object.entries(args).filter(([key, value]) => value !== DEFAULTS[key])),
        ),
      providesTags: ["Report"],
    }),
  }),
});
