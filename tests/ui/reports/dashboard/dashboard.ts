/** A dashboard answer of 28 complete days and one that is not over. */
import type { Shape } from "../../../../ui/api";
import type { Card, Dashboard } from "../../../../ui/features/reports/dashboard/types";

const NAMES = [
  "engaged_sessions",
  "users_active",
  "resolved_containment_rate",
  "handoff_rate",
  "fallback_rate",
  "completion_rate",
  "csat",
  "cost_per_session",
];

/** One card, valid by default. */
export function card(id: string, changes: Partial<Card> = {}): Card {
  return {
    id,
    version: 3,
    value: 71.8,
    unit: "percent",
    num: 12_631,
    den: 17_592,
    previous: 69.9,
    previous_num: 11_900,
    previous_den: 17_030,
    delta: 1.9,
    delta_unit: "pp",
    better: "up",
    provisional: false,
    measured: { n: 18_204, of: 18_204 },
    marks: [],
    notes: [],
    significant: null,
    explained: false,
    cause: null,
    target: null,
    spark: [60, 62, null, 70, 71.8],
    link: `/reports/conversations?is=${id}`,
    opens: "counted",
    population_link: null,
    formula: `formula of ${id}`,
    population: `population of ${id}`,
    ...changes,
  };
}

/** A whole dashboard, valid by default. */
export function dashboard(changes: Partial<Dashboard> = {}): Dashboard {
  const buckets = Array.from({ length: 29 }, (_, index) => {
    const start = new Date(Date.UTC(2026, 9, 24 + index)).toISOString().slice(0, 10);
    return {
      start,
      service: 400 + index,
      sales: 150,
      psf: 40,
      total: 590 + index,
      previous: 560,
      partial: index === 28,
      running: index === 28,
      provisional: index > 25,
      restated_at: null,
      link: `/reports/conversations?r=${start}..${start}`,
    };
  });
  return {
    filters: {
      bot: [],
      grp: "overall",
      r: "last_28_days",
      tz: "client",
      cmp: "prev",
      ch: [],
      out: [],
      gone: [],
      clipped: null,
      lang: "",
      traffic: "real",
      data: "measured",
      today: true,
      g: "day",
      from: "2026-10-24",
      to: "2026-11-21",
      zone: "Asia/Kolkata",
      zone_source: "client",
      can_add_today: true,
      compared: null,
    },
    options: {
      bots: [{ id: "7", name: "Service Desk", group: "service" }],
      places: [
        { kind: "parent", id: "3", name: "Meridian North" },
        { kind: "city", id: "5", name: "Pune" },
      ],
      channels: ["web", "whatsapp"],
      languages: ["en", "hi"],
      steps: ["day", "week", "month", "year"],
      zones: ["client"],
    },
    as_of: "2026-11-21T08:32:31Z",
    currency: "INR",
    excluded: { test: 214, estimated: 0, open: 12 },
    included: { estimated: 0 },
    markers: [],
    cards: NAMES.map((id) => card(id)),
    series: { g: "day", buckets },
    outcomes: {
      ended: 100,
      handoffs: {
        wait_ms: 250_000,
        missed: 46,
        of: 2190,
        share: 2.1,
        wait_link: "/reports/conversations?is=handed_off&f=handoff:in:accepted,closed",
        missed_link: "/reports/conversations?is=handed_off&f=missed_handoff:eq:1",
      },
      items: [
        { id: "completed", count: 60, share: 60, delta: 1.4, link: "/reports/conversations?outcome=completed" },
        { id: "error", count: 40, share: 40, delta: 0.1, link: "/reports/conversations?outcome=error" },
      ],
    },
    channels: [
      {
        channel: "whatsapp",
        sessions: 12_163,
        share: 66.8,
        delta: -8.2,
        csat: 84.9,
        ratings: 9,
        fallback: null,
        link: "/reports/conversations?ch=whatsapp",
      },
    ],
    intents: {
      turns: 31_420,
      items: [
        {
          intent: "service.book",
          title: "Book a service",
          turns: 6218,
          share: 19.8,
          confidence: 0.91,
          fallback_after: 13.1,
          csat: null,
          link: "/reports/conversations?intent=service.book",
        },
      ],
    },
    heat: {
      cells: Array.from({ length: 7 }, (_, day) => Array.from({ length: 24 }, (_, hour) => day + hour)),
      max: 29,
      peak: { weekday: 6, hour: 23, value: 29 },
      partial: null,
    },
    figures: [outlets(), anomalies()],
    ...changes,
  };
}

/** Days that differ from the weeks before, valid by default. */
export function anomalies(changes: Partial<Shape<"Figure">> = {}): Shape<"Figure"> {
  return {
    id: "anomalies",
    kind: "table",
    columns: [
      { id: "metric", unit: "text", of: "metric" },
      { id: "when", unit: "date", of: "day" },
      { id: "value", unit: "count", of: "" },
      { id: "usual_from", unit: "count", of: "" },
      { id: "usual_to", unit: "count", of: "" },
      { id: "split", unit: "text", of: "split" },
      { id: "cause", unit: "text", of: "" },
    ],
    rows: [
      ["engaged_sessions", "2026-11-09", 1220, 640, 960, "channel", "Web chat"],
      ["fallback_rate", "2026-11-04", 29.5, 2.4, 18.1, null, null],
    ],
    row_units: ["count", "percent"],
    totals: null,
    marks: [],
    link: null,
    links: ["/reports/explain?r=2026-11-09..2026-11-09&cmp=wk", null],
    row_marks: [[], []],
    tab: "",
    width: 12,
    ...changes,
  };
}

/** The outlets at both ends of the ranks, valid by default. */
export function outlets(changes: Partial<Shape<"Figure">> = {}): Shape<"Figure"> {
  return {
    id: "outlets",
    kind: "table",
    columns: [
      { id: "outlet", unit: "text", of: "" },
      { id: "rank", unit: "count", of: "" },
      { id: "resolved_containment_rate", unit: "percent", of: "metric" },
      { id: "beside_median", unit: "ratio", of: "points" },
      { id: "sessions", unit: "count", of: "" },
    ],
    rows: [
      ["Pune Baner", 1, 79.4, 7.6, 2104],
      ["Nashik Gangapur Road", 22, 60.7, -11.1, 488],
      ["Mysuru Hunsur Road", null, 50, null, 21],
    ],
    totals: null,
    marks: [],
    link: "/reports/outlets",
    links: ["/reports/dashboard?out=outlet:7", null, null],
    row_marks: [[], [], []],
    row_small: [[], [], ["resolved_containment_rate"]],
    tab: "",
    width: 5,
    ...changes,
  };
}

/** What goes on at this moment, valid by default. */
export function moment(changes: Partial<Shape<"Now">> = {}): Shape<"Now"> {
  return {
    active: 42,
    waiting: 3,
    waiting_since: "2026-11-21T08:26:31Z",
    errors: 2,
    webhook_lag_s: 0.8,
    active_link: "/reports/conversations?r=all&data=all&outcome=open",
    errors_link: "/reports/conversations?r=all&data=all&is=failing",
    as_of: "2026-11-21T08:32:31Z",
    ...changes,
  };
}
