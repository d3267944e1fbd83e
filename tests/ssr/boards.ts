/** Example answers of what people add to reports: annotations and targets. */
import type { Annotation } from "../../ui/features/reports/annotations/api";
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

/** The answer to a path, if it is one of these. */
export function boards(path: string): unknown {
  if (path.startsWith("/api/v1/annotations/")) return ANNOTATION;
  if (path.startsWith("/api/v1/annotations")) return { ...pageOf([ANNOTATION, OUTAGE]), zone: "Asia/Kolkata" };
  if (path.startsWith("/api/v1/targets")) return TARGETS;
  return undefined;
}
