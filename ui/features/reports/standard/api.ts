/** The reading calls of the reports that are lists of figures. */
import { api, path, type Shape } from "../../../api";
import { reportQuery, askRepeatedly, type DashboardArgs } from "../dashboard/api";

/** The reports there are. */
export type ReportName = "dashboard" | "usage" | "engagement" | "journey" | "speech" | "documents" | `groups/${string}`;
export type Report = Shape<"Report">;
export type Figure = Shape<"Figure">;
/** What a bot can learn from a row. */
export type FigureLesson = NonNullable<NonNullable<Figure["row_lessons"]>[number]>;

/** The address of a report, of one of its figures as CSV, or of all of it as a workbook, under the same filters. */
export const reportPath = (report: ReportName, args: DashboardArgs, ending = "") =>
  path(`/api/v1/reports/${report}${ending}`, reportQuery(args));

export const standardApi = api.enhanceEndpoints({ addTagTypes: ["Report"] }).injectEndpoints({
  endpoints: (build) => ({
    report: build.query<Report, { report: ReportName; args: DashboardArgs }>({
      queryFn: ({ report, args }, state, _, ask) => askRepeatedly(reportPath(report, args), state, ask),
      providesTags: ["Report"],
    }),
  }),
});

const KEYS = "bot grp r tz cmp g ch out lang traffic data today snap".split(" ") as (keyof DashboardArgs)[];

/** The part of a page's query the call takes: its tab is the page's own. */
export const argsOf = (query: DashboardArgs) =>
  Object.fromEntries(KEYS.map((key) => [key, query[key]])) as unknown as DashboardArgs;

/** The catalogues of reports whose words are not among those of the others. */
const AREAS: Readonly<Record<string, string>> = { documents: "docreport", speech: "speech" };

/** The catalogue that has the words of a report's figures. */
export const areaOf = (report: string) => AREAS[report] ?? "figures";

/** The key of a figure's title; pages declare the catalogues of the reports whose figures they show. */
export function titleKey(report: string, figure: string): string {
  const name = report.split("/")[0]!;
  return AREAS[name] ? `${AREAS[name]}.${name}.${figure}` : `${name}.${figure}`;
}
