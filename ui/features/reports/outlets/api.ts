/** The reading calls of the table of outlets. */
import { api, path, type Shape } from "../../../api";
import type { PageRef } from "../../../page";
import { RANKED_BY } from "./query";

export type OutletPage = Shape<"ComparedOutletPage">;
export type ComparedOutlet = Shape<"ComparedOutlet">;

/** The page's query as the calls take it. */
export interface OutletArgs {
  bot: string[];
  grp: string;
  r: string;
  tz: string;
  ch: string[];
  out: string[];
  lang: string;
  traffic: string;
  data: string;
  today: boolean;
  by: string;
  sort: string;
  page: PageRef;
  per: string;
}

/** What equals a default is left out, so that both sides write the same address. */
const DEFAULTS: Record<string, unknown> = {
  grp: "overall",
  r: "last_28_days",
  tz: "client",
  traffic: "real",
  data: "measured",
  by: RANKED_BY,
  sort: "rank",
  page: 1,
  per: "25",
};

function filters(args: OutletArgs) {
  return Object.fromEntries(Object.entries(args).filter(([key, value]) => value !== DEFAULTS[key]));
}

/** The address of the whole table as CSV. */
export function csvPath(args: OutletArgs): string {
  return path("/api/v1/reports/outlets.csv", { ...filters(args), page: undefined, per: undefined });
}

export const outletsApi = api.enhanceEndpoints({ addTagTypes: ["Report"] }).injectEndpoints({
  endpoints: (build) => ({
    comparedOutlets: build.query<OutletPage, OutletArgs>({
      query: (args) => path("/api/v1/reports/outlets", filters(args)),
      providesTags: ["Report"],
    }),
  }),
});
