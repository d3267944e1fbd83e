/** Example answers of what people add to reports: annotations. */
import type { Annotation } from "../../ui/features/reports/annotations/api";

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

/** The answer to a path, if it is one of these. */
export function boards(path: string): unknown {
  if (path.startsWith("/api/v1/annotations/")) return ANNOTATION;
  if (path.startsWith("/api/v1/annotations")) return { ...pageOf([ANNOTATION, OUTAGE]), zone: "Asia/Kolkata" };
  return undefined;
}
