/** Example answers of what people add to reports: annotations, targets and dashboards. */
import { card } from "../ui/reports/dashboard/dashboard";
import { everyKind } from "../ui/reports/standard/report";
import type { Annotation } from "../../ui/features/reports/annotations/api";
import type { Board, Tile, Tiles } from "../../ui/features/reports/dashboards/api";
import type { Target, TargetPage } from "../../ui/features/reports/targets/api";

const pageOf = <T>(items: T[]) => ({ items, total: items.length, page: 1, per: 10, next: null, previous: null });

export const ANNOTATION: Annotation = {
  id: "6",
  at: "2026-11-19T04:30:00Z",
  text: "Prices <changed>",
  kind: "note",
  created_at: "2026-11-19T05:00:00Z",
  revision: 2,
};
export const OUTAGE: Annotation = { ...ANNOTATION, id: "7", text: "Web chat down", kind: "outage" };

export const TARGET: Target = {
  id: "8",
  metric: "engaged_sessions",
  bot: "7",
  month: "2026-11",
  value: 1200,
  set_by: "Asha Kulkarni",
  set_at: "2026-11-01T05:00:00Z",
};
const TARGETS: TargetPage = {
  ...pageOf([
    TARGET,
    { ...TARGET, id: "9", metric: "csat", bot: null, value: 82.5 },
    { ...TARGET, id: "10", metric: "cost_per_session", value: null },
  ]),
  metrics: [
    { id: "engaged_sessions", unit: "count" },
    { id: "csat", unit: "percent" },
    { id: "cost_per_session", unit: "money" },
    { id: "session_duration", unit: "duration" },
  ],
  bots: [{ id: "7", name: "Service <Desk>" }],
  currency: "INR",
};

export const BOARD: Board = {
  id: "4",
  name: "Monday <review>",
  shared: true,
  own: true,
  owner: "Asha Kulkarni",
  tiles: [
    { report: "dashboard", figure: "card:csat", query: "" },
    { report: "usage", figure: "messages", query: "ch=web" },
    { report: "weather", figure: "rain", query: "" },
  ],
  updated_at: "2026-11-20T08:00:00Z",
  revision: 5,
};

/** A dashboard with a key figure, a series and a tile whose figure is gone. */
export function tiles(changes: Partial<Tiles> = {}): Tiles {
  const { cards: _cards, figures, ...frame } = everyKind("traffic");
  const own: Tile["frame"] = { filters: frame.filters, currency: "INR", markers: [], as_of: frame.as_of };
  const tile = { address: "", conditions: [], trouble: "" as const, card: null, content: null, frame: own };
  const [number, series, gone] = BOARD.tiles as [Board["tiles"][0], Board["tiles"][0], Board["tiles"][0]];
  return {
    ...frame,
    dashboard: BOARD,
    tiles: [
      { ...tile, ...number, subject: "Dashboard", card: card("csat") },
      {
        ...tile,
        ...series,
        subject: "Usage",
        address: "ch=web",
        conditions: [{ name: "ch", label: "Channel", value: "Web chat" }],
        content: figures[0]!,
        frame: { ...own, filters: { ...own.filters, ch: ["web"] } },
      },
      { ...tile, ...gone, subject: "", trouble: "gone", frame: null },
    ],
    ...changes,
  };
}

/** The answer to a path, if it is one of these. */
export function boards(path: string): unknown {
  if (path.startsWith("/api/v1/annotations/")) return ANNOTATION;
  if (path.startsWith("/api/v1/annotations")) return { ...pageOf([ANNOTATION, OUTAGE]), zone: "Asia/Kolkata" };
  if (path.startsWith("/api/v1/targets")) return TARGETS;
  if (/^\/api\/v1\/dashboards\/\d+\/tiles/.test(path)) return tiles();
  if (path.startsWith("/api/v1/dashboards"))
    return pageOf([BOARD, { ...BOARD, id: "5", name: "Theirs", own: false, owner: "Ravi" }]);
  return undefined;
}
