/** The reading calls of the dashboard. */
import type { BaseQueryApi, QueryReturnValue } from "@reduxjs/toolkit/query/react";
import { api, path, type ApiState, type Problem, type Shape } from "../../../api";
import type { Meta } from "../../../api/transport";
import type { Ask } from "./patched";
import type { Dashboard } from "./types";

/** The part of the page's query the dashboard call takes. */
export interface DashboardArgs {
  bot: string[];
  grp: string;
  r: string;
  tz: string;
  cmp: string;
  /** How long the steps of its series are. */
  g: string;
  ch: string[];
  out: string[];
  lang: string;
  traffic: string;
  data: string;
  today: boolean;
  /** The snapshot that a report is shown as. */
  snap?: string;
}

/** The dashboard as it opens. */
export const USUAL: DashboardArgs = {
  bot: [],
  grp: "overall",
  r: "last_28_days",
  tz: "client",
  cmp: "prev",
  g: "auto",
  ch: [],
  out: [],
  lang: "",
  traffic: "real",
  data: "measured",
  today: false,
};

/** The figures one may download. */
export type Figure = "cards" | "series" | "outcomes" | "channels" | "intents" | "heat" | "outlets" | "anomalies";

/** The call's query: what equals a default is left out, so that both sides write the same address. */
export function filters(args: DashboardArgs) {
  return {
    bot: args.bot,
    grp: args.grp === "overall" ? "" : args.grp,
    r: args.r === "last_28_days" ? "" : args.r,
    tz: args.tz === "client" ? "" : args.tz,
    cmp: args.cmp === "prev" ? "" : args.cmp,
    g: args.g === "auto" ? "" : args.g,
    ch: args.ch,
    out: args.out,
    lang: args.lang,
    traffic: args.traffic === "real" ? "" : args.traffic,
    data: args.data === "measured" ? "" : args.data,
    today: args.today,
  };
}

/** The query of a report's call: its filters, or its snapshot besides. */
export const reportQuery = (args: DashboardArgs) => ({ ...filters(args), snap: args.snap });

/** What means anything at this moment of a query. */
export type MomentArgs = Pick<DashboardArgs, "bot" | "grp" | "ch" | "out">;

/** The part of the query that means anything at this moment. */
const momentary = ({ bot, grp, ch, out }: MomentArgs) => ({ bot, grp: grp === "overall" ? "" : grp, ch, out });

/** The address of a figure's figures as CSV, under the same filters. */
export function csvPath(figure: Figure, args: DashboardArgs): string {
  return path(`/api/v1/reports/dashboard/${figure}.csv`, reportQuery(args));
}

/** The address of the whole dashboard as a workbook, under the same filters. */
export const workbookPath = (args: DashboardArgs) => path("/api/v1/reports/dashboard.xlsx", reportQuery(args));

/** The address that explains a change of a figure of a report; what it takes by itself is left out. */
export const explainPath = (report: string, metric: string, args: DashboardArgs) =>
  path("/reports/explain", {
    ...filters(args),
    report: report === "dashboard" ? "" : report,
    metric: metric === "engaged_sessions" ? "" : metric,
  });

/** The address that adds a figure of a report to a dashboard: what it is narrowed to goes along, the range does not. */
export function addPath(report: string, figure: string, args: DashboardArgs): string {
  const { bot, grp, ch, out, lang, traffic } = filters(args);
  const query = path("", { bot, grp, ch, out, lang, traffic }).slice(1);
  return path("/dashboards/add", { report, figure, query });
}

/** An answer older than this many seconds is asked again when its page is opened again. */
export const REPEATED_S = 60;

/** Asks a report as a whole the first time, and what has changed since afterwards. */
export async function askRepeatedly<Document>(
  call: string,
  { getState, queryCacheKey }: BaseQueryApi,
  ask: Ask,
): Promise<QueryReturnValue<Document, Problem, Meta>> {
  const previous = (getState() as ApiState).api.queries[queryCacheKey!]?.data;
  return (previous?.watermark ? (await import("./patched")).askSince(call, previous, ask) : ask(call)) as never;
}

export const reportsApi = api.enhanceEndpoints({ addTagTypes: ["Report"] }).injectEndpoints({
  endpoints: (build) => ({
    dashboard: build.query<Dashboard, DashboardArgs>({
      queryFn: (args, state, _, ask) =>
        askRepeatedly(path("/api/v1/reports/dashboard", { ...reportQuery(args), brief: true }), state, ask),
      providesTags: ["Report"],
    }),
    now: build.query<Shape<"Now">, MomentArgs>({ query: (args) => path("/api/v1/reports/now", momentary(args)) }),
  }),
});

/**
 * `manage_reports.dynamic_filters_options`: what the report on the screen can be narrowed to, as the API's cache has
 * it.
 */
export const selectFilterOptions = (
  state: ApiState & { manage_reports: { dynamic_filters: Readonly<Record<string, unknown>> } },
) =>
  reportsApi.endpoints.dashboard.select(state.manage_reports.dynamic_filters as unknown as DashboardArgs)(state).data
    ?.options;
