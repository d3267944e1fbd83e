/** The reading calls of funnels. */
import { path, type Shape } from "../../../api";
import { filters, type DashboardArgs } from "../dashboard/api";
import { argsOf, standardApi } from "./api";

export type Funnel = Shape<"Funnel">;
export type StepChoices = Shape<"StepChoices">;

/** The part of the page's query that a funnel is. */
export interface FunnelArgs extends DashboardArgs {
  steps: string[];
  scope: string;
  window: string;
  order: string;
  by: string;
  /** Whether contacts that have time left are left out. */
  settled: boolean;
}

/** The address of a funnel, or of one of its figures as CSV. */
export const funnelPath = (args: FunnelArgs, ending = "funnel") =>
  path(`/api/v1/reports/journey/${ending}`, {
    ...filters(args),
    steps: args.steps.join(";"),
    scope: args.scope === "session" ? "" : args.scope,
    window: args.window === "7d" ? "" : args.window,
    order: args.order === "loose" ? "" : args.order,
    by: args.by,
    settled: args.settled,
  });

/** A funnel's part of a page's query. */
export const funnelOf = (query: FunnelArgs): FunnelArgs => ({
  ...argsOf(query),
  steps: query.steps,
  scope: query.scope,
  window: query.window,
  order: query.order,
  by: query.by,
  settled: query.settled,
});

/** Fewer steps are no funnel. */
export const FEWEST = 2;
export const MOST = 8;

export const funnelApi = standardApi.injectEndpoints({
  endpoints: (build) => ({
    funnel: build.query<Funnel, FunnelArgs>({ query: (args) => funnelPath(args), providesTags: ["Report"] }),
    stepChoices: build.query<StepChoices, DashboardArgs>({
      query: (args) => path("/api/v1/reports/journey/steps", filters(args)),
      providesTags: ["Report"],
    }),
  }),
});
