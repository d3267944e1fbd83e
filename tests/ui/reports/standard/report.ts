/** Reports of figures, valid by default. */
import type { Shape } from "../../../../ui/api";
import type { Figure, Report } from "../../../../ui/features/reports/standard/api";
import { card, dashboard } from "../dashboard/dashboard";

export const column = (id: string, unit: Figure["columns"][number]["unit"] = "count", of = "") => ({ id, unit, of });
export const figure = (id: string, kind: Figure["kind"], changes: Partial<Figure> = {}): Figure => ({
  id,
  kind,
  columns: [],
  rows: [],
  totals: null,
  marks: [],
  link: null,
  links: (changes.rows ?? []).map(() => null),
  row_marks: (changes.rows ?? []).map(() => []),
  tab: "",
  width: 6,
  ...changes,
});
export const report = (...figures: Figure[]): Report => {
  const { filters, options, as_of, currency, excluded, included, markers } = dashboard();
  return {
    filters,
    options,
    as_of,
    currency,
    excluded,
    included,
    markers,
    cards: [card("sessions", { unit: "count" })],
    figures,
  };
};

export const PATHS = [
  column("stage"),
  column("from", "text", "stage"),
  column("to", "text", "stage"),
  column("sessions"),
  column("share", "percent"),
];
/** Three sessions, two of which were completed. */
export const WAYS = [
  [0, "web", "service.book", 3, 100],
  [1, "service.book", "confirm", 2, 66.7],
  [1, "service.book", "*", 1, 33.3],
  [2, "confirm", "completed", 2, 66.7],
  [2, "*", "abandoned", 1, 33.3],
];

/** The first two of three visits whose customers are to be asked. */
export const dueVisits = (changes: Partial<Shape<"DueVisitPage">> = {}): Shape<"DueVisitPage"> => ({
  items: [
    {
      due_on: "2026-11-18",
      outlet: "Pune Baner",
      job_card: "JC-1",
      vehicle_id: "5",
      registration: "MH12AB1234",
      model: "vela",
      model_labels: { en: "Vela" },
    },
    {
      due_on: "2026-11-19",
      outlet: "Nashik",
      job_card: "JC-2",
      vehicle_id: "6",
      registration: null,
      model: "",
      model_labels: {},
    },
  ],
  total: 30,
  page: 1,
  per: 25,
  next: "2",
  previous: null,
  zone: "Asia/Kolkata",
  range: { from: "2026-10-24", to: "2026-11-20" },
  places: [{ kind: "outlet", id: "9", name: "Pune Baner" }],
  gone: [],
  clipped: null,
  ...changes,
});

/** A report with a figure of each kind that is drawn in a way of its own, on a tab. */
export const everyKind = (tab = ""): Report =>
  report(
    ...[
      figure("messages", "series", {
        columns: [column("when", "date"), column("people"), column("bots")],
        rows: [
          ["2026-11-19", 5, 7],
          ["2026-11-20", 2, 0],
        ],
        totals: [null, 7, 7],
        row_marks: [[], ["partial", "running"]],
      }),
      figure("latency", "series", {
        columns: [column("when", "date"), column("p50", "duration"), column("p95", "duration")],
        rows: [
          ["2026-11-19", 900, 1200],
          ["2026-11-20", 800, null],
        ],
      }),
      figure("channels", "table", {
        columns: [column("channel", "text", "channel"), column("sessions"), column("share", "percent")],
        rows: [["web", 12, 100]],
      }),
      figure("csat", "bars", {
        columns: [column("rating", "text", "rating"), column("ratings"), column("share", "percent")],
        rows: [["5", 9, 90]],
      }),
      figure("rfm", "matrix", {
        columns: [column("days", "text"), column("1", "count", "times")],
        rows: [["0", 4]],
      }),
      figure("retention", "cohort", {
        columns: [column("week", "date"), column("people"), column("w0", "percent", "week")],
        rows: [["2026-11-09", 10, 100]],
        row_marks: [["partial"]],
      }),
      figure("paths", "flow", { columns: PATHS, rows: WAYS }),
      figure("comments", "table"),
    ].map((metric) => ({ ...metric, tab })),
  );
