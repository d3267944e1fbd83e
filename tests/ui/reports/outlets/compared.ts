// The answer of the call that compares outlets.
import type { ComparedOutlet, OutletPage } from "../../../../ui/features/reports/outlets/api";
import { dashboard } from "../dashboard/dashboard";

/** Outlets compared, one of them with too few conversations for a rank. */
export function compared(changes: Partial<OutletPage> = {}): OutletPage {
  const figures = (engaged: number): ComparedOutlet["figures"] => [
    { id: "engaged_sessions", unit: "count", value: engaged, num: engaged, den: null, small: false },
    ...(["resolved_containment_rate", "handoff_rate", "fallback_rate", "completion_rate", "csat"] as const).map(
      (id) => ({
        id,
        unit: "percent" as const,
        value: 61.5,
        num: engaged < 30 ? 8 : 40,
        den: engaged < 30 ? 13 : 65,
        small: engaged < 30,
      }),
    ),
  ];
  const row = (id: string, name: string, engaged: number, rank: number | null) => ({
    id,
    name,
    parent: "Meridian <North>",
    city: "Pune",
    rank,
    figures: figures(engaged),
    link: `/reports/conversations?out=outlet:${id}&is=engaged`,
    dashboard: `/reports/dashboard?out=outlet:${id}`,
  });
  return {
    items: [row("1", "Baner", 640, 2), row("2", "Wakad", 12, null)],
    total: 2,
    page: 1,
    per: 25,
    next: null,
    previous: null,
    filters: {
      ...dashboard().filters,
      out: ["city:5"],
      gone: [],
      clipped: { visible: 2, of: 7, ranked: null },
    },
    options: dashboard().options,
    as_of: "2026-11-21T08:32:31Z",
    ranked: { by: "resolved_containment_rate", better: "up", of: 7, median: 58.2 },
    all: figures(652),
    ...changes,
  };
}
