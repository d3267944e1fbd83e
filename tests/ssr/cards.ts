/** Answers of the cards, the tables and what completes itself. */
import type { TableRow } from "../../ui/features/samples/datatables/api";
import type { Analytics, Ecommerce } from "../../ui/features/samples/cards/types";

const LAST_DAYS = ["Last 28 Days", "Last Month", "Last Year"];

/** The dashboard of analytics, counted over three days. */
export const ANALYTICS: Analytics = {
  counted: true,
  g: "day",
  starts: ["2026-11-18", "2026-11-19", "2026-11-20"],
  days: 2,
  traffic: [12, null, 14],
  support_tracker: {
    title: "Support Tracker",
    last_days: LAST_DAYS,
    totalTicket: 91,
    newTicket: 23,
    openTicket: 4,
    responseTime: "1.4 s",
  },
  avg_sessions: {
    last_days: LAST_DAYS,
    sessions: 895,
    growth: "+20.8%",
    goal: "75.1%",
    users: 500,
    retention: "67.6%",
    duration: "28d",
  },
  devices: [
    { channel: "whatsapp", usage: 48.4, upDown: 22.3 },
    { channel: "web", usage: 25.8, upDown: -7.4 },
  ],
  customers: [
    { kind: "new", result: 162 },
    { kind: "returning", result: 338 },
  ],
  active_users: [18, null, 33],
  as_of: "2020-12-31",
  subscribers: { figure: 68, data: [28, 40] },
  newsletter: { figure: 736, data: [365, 371] },
};

const DRAWN = { figure: 31_000, data: [10_000, 12_000, 9_000] };
/** The dashboard of a shop. */
export const ECOMMERCE: Ecommerce = {
  statistics: [
    { id: "revenue", ...DRAWN },
    { id: "sales", figure: 12, data: [140, 157] },
    { id: "orders", ...DRAWN },
  ],
  orders_bar_chart: { figure: 305, data: [45, 85, 65, 45, 65] },
  profit_line_chart: { figure: 115, data: [0, 20, 5, 30, 15, 45] },
  product_orders: { finished: 1843, pending: 412, rejected: 96 },
  goal: { completed: 786_617, inProgress: 13_561, goal: 945_000 },
  this_month: [45_200, 47_900],
  last_month: [46_100, 44_800],
  earnings: Array.from({ length: 12 }, (_, month) => 148_000 + month * 1000),
  expenses: Array.from({ length: 12 }, () => 92_000),
  budget: 2_300_000,
  as_of: "2020-12-31",
};

/** A row of the sample table. */
export const ROW: TableRow = {
  id: "51",
  number: 1,
  avatar: "",
  full_name: "Aarav Kulkarni",
  post: "Sales Consultant",
  email: "aarav@meridian.example",
  city: "Pune",
  start_date: "2024-05-09",
  salary: 9023.37,
  age: 22,
  experience: 1,
  status: 2,
  revision: 3,
};

/** The answer to a path of theirs; nothing for any other. */
export function cards(path: string): unknown {
  if (path.startsWith("/api/v1/cards/analytics")) return ANALYTICS;
  if (path.startsWith("/api/v1/cards/ecommerce")) return ECOMMERCE;
  if (path.startsWith("/api/v1/datatables/cities")) return { cities: ["Pune"] };
  if (path.startsWith("/api/v1/datatables"))
    return { items: [ROW], total: 1, page: 1, per: 10, next: null, previous: null };
  if (path.startsWith("/api/v1/autocomplete"))
    return { completions: [{ id: 7, title: "Brake pads", rank: 7, group: "parts" }] };
  return undefined;
}
