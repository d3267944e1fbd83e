/** Example answers of receipts, snapshots, closed months and alerts. */
import type { Alert, AlertPage, Trial } from "../../ui/features/reports/alerts/api";
import type { Schedule, ScheduleDelivery } from "../../ui/features/reports/schedules/api";
import type { Receipt } from "../../ui/features/reports/receipts/api";
import type { MonthClose, Snapshot, SnapshotChanges } from "../../ui/features/reports/snapshots/api";

const pageOf = <T>(items: T[]) => ({ items, total: items.length, page: 1, per: 10, next: null, previous: null });

export const RECEIPT: Receipt = {
  id: "12",
  metric: "handoff_rate",
  version: 1,
  unit: "percent",
  currency: "INR",
  bucket: null,
  query: "r=2026-10-22..2026-11-18",
  conditions: [
    { name: "bot", label: "Bot", value: "Service <Desk>" },
    { name: "grp", label: "Group", value: "Service" },
  ],
  filters: {
    bot: ["7"],
    grp: "service",
    from: "2026-10-22",
    to: "2026-11-18",
    ch: [],
    out: [],
    lang: "",
    traffic: "real",
    data: "measured",
  },
  zone: "Asia/Kolkata",
  as_of: "2026-11-19T14:02:00.000+05:30",
  value: 12.4,
  num: 62,
  den: 500,
  sessions: 62,
  sha256: "9f2c".repeat(16),
  marks: ["provisional"],
  sources: [
    { channel: "whatsapp", num: 40, den: 300 },
    { channel: "web", num: 22, den: 200 },
  ],
  formula: "handed off",
  population: "bot sessions",
  provisional_until: "2026-11-22T00:00:00.000+05:30",
  excluded: 18,
  clipped: null,
  own_part: false,
  live: { value: 12.6, num: 63, den: 500 },
  causes: [
    {
      day: "2026-11-03",
      metric: "handoff_requested",
      old: 2,
      new: 3,
      cause: "merge of <two> contacts",
      at: "2026-11-09T10:00:00.000+05:30",
      later: true,
    },
  ],
  created_at: "2026-11-19T08:35:00Z",
  link: "/reports/conversations?is=handed_off",
  population_link: "/reports/conversations?is=bot_session",
  report_link: "/reports/dashboard?r=2026-10-22..2026-11-18",
  explain_link: "/reports/explain?metric=handoff_rate",
};

export const SNAPSHOT: Snapshot = {
  id: "ab".repeat(32),
  report: "dashboard",
  query: "grp=service",
  conditions: [{ name: "grp", label: "Group", value: "Service" }],
  state: "frozen",
  first: "2026-10-22",
  last: "2026-11-18",
  as_of: "2026-11-19T08:32:00Z",
  created_at: "2026-11-19T08:35:00Z",
  owner: "Asha <Kulkarni>",
  bytes: 3900,
  link: `/reports/dashboard?grp=service&snap=${"ab".repeat(32)}`,
  live_link: "/reports/dashboard?grp=service",
};

const CHANGES: SnapshotChanges = {
  snapshot: SNAPSHOT,
  as_of: "2026-11-19T14:02:00.000+05:30",
  currency: "INR",
  items: [
    {
      id: "handoff_rate",
      unit: "percent",
      frozen: { value: 12.4, num: 62, den: 500 },
      live: { value: 12.6, num: 63, den: 500 },
      changed: true,
    },
  ],
  figures: [{ id: "series", changed: 1, of: 28 }],
};

export const CLOSE: MonthClose = {
  id: "15",
  client: "3",
  client_name: "Meridian <Motors>",
  month: "2026-10",
  closed_by: "Asha Kulkarni",
  closed_at: "2026-11-05T08:00:00Z",
  revision: 1,
};

export const ALERT: Alert & { firing: NonNullable<Alert["firing"]> } = {
  id: "9",
  name: "Handed off <above> 13%",
  metric: "handoff_rate",
  unit: "percent",
  query: "grp=service",
  conditions: [{ name: "grp", label: "Group", value: "Service" }],
  window: "day",
  op: "above",
  threshold: 13,
  min_n: 30,
  cooldown_h: 24,
  emails: ["asha@example.com"],
  webhook: null,
  active: true,
  paused_for: "",
  state: "firing",
  possible: ["acknowledge", "resolve"],
  last: {
    start: "2026-11-18T00:00:00.000+05:30",
    end: "2026-11-19T00:00:00.000+05:30",
    value: 17.2,
    before: 12.6,
    n: 122,
    score: null,
    provisional: true,
    currency: "INR",
    trend: [11.2, 10.4, null, 12.1, 10.9, 17.2],
  },
  firing: {
    id: "10",
    start: "2026-11-17T18:30:00Z",
    end: "2026-11-18T18:30:00Z",
    value: 17.2,
    before: 12.6,
    n: 122,
    score: null,
    provisional: true,
    link: SNAPSHOT.link,
    at: "2026-11-18T18:35:00Z",
    mails: [{ to: "asha@example.com", state: "sent", reason: "" }],
    acknowledged_by: "",
    acknowledged_at: null,
    note: "",
    resolved_at: null,
  },
  fired_at: "2026-11-18T18:35:00Z",
  link: "/reports/dashboard?grp=service",
  created_at: "2026-11-01T08:00:00Z",
  revision: 4,
};
const ALERTS: AlertPage = {
  ...pageOf<Alert>([
    ALERT,
    { ...ALERT, id: "11", name: "Paused", active: false, firing: null, state: "armed", last: null },
  ]),
  metrics: ["engaged_sessions", "handoff_rate"],
  counts: { firing: 1, paused: 1 },
};
/** What a rule that is not saved yet would have done. */
export const TRIAL: Trial = {
  fires: 3,
  windows: 360,
  from: "2025-11-18",
  to: "2026-11-17",
  items: [{ start: "2026-11-16T18:30:00Z", value: 17.2, before: 12.6, n: 122 }],
  unit: "percent",
  currency: "INR",
};

const DELIVERY: ScheduleDelivery = {
  id: "32",
  due_at: "2026-11-18T03:30:00Z",
  at: "2026-11-18T03:30:04Z",
  state: "mailed",
  reason: "",
  link: SNAPSHOT.link,
  mails: [
    { to: "asha@example.com", state: "sent", reason: "" },
    { to: "bo@example.com", state: "failed", reason: "The mail server refused every recipient (550)." },
  ],
};
export const SCHEDULE: Schedule = {
  id: "31",
  name: "Service <daily>",
  report: "groups/service",
  query: "r=last_7_days",
  conditions: [],
  every: "week",
  on: 1,
  at: "09:00",
  zone: "Asia/Kolkata",
  recipients: ["asha@example.com", "bo@example.com"],
  opted_out: ["bo@example.com"],
  formats: ["html", "csv"],
  skip_unchanged: true,
  active: true,
  next_at: "2026-11-23T03:30:00Z",
  last_at: "2026-11-18T03:30:04Z",
  last: DELIVERY,
  link: "/reports/groups/service?r=last_7_days",
  created_at: "2026-11-01T08:00:00Z",
  revision: 3,
};
const SCHEDULES: Schedule[] = [
  SCHEDULE,
  {
    ...SCHEDULE,
    id: "33",
    name: "Paused",
    report: "speech",
    every: "month",
    on: 31,
    active: false,
    next_at: null,
    last: null,
  },
];
const DELIVERIES: ScheduleDelivery[] = [
  DELIVERY,
  { ...DELIVERY, id: "34", state: "unchanged", link: "", mails: [] },
  { ...DELIVERY, id: "35", state: "failed", reason: "no_access", link: "", mails: [] },
];

/** The answer to a path, if it is one of these. */
export function numbers(path: string): unknown {
  if (path.startsWith("/api/v1/receipts/")) return RECEIPT;
  if (/^\/api\/v1\/snapshots\/\w+\/changes/.test(path)) return CHANGES;
  if (path.startsWith("/api/v1/snapshots"))
    return pageOf([SNAPSHOT, { ...SNAPSHOT, id: "cd".repeat(32), state: "expired" }]);
  if (path.startsWith("/api/v1/month-closes")) return pageOf([CLOSE]);
  if (path.startsWith("/api/v1/restatements"))
    return pageOf([
      {
        id: "21",
        day: "2026-10-03",
        bot: "7",
        metric: "engaged",
        old: 20,
        new: 21,
        cause: "late <event>",
        at: "2026-11-09T10:00:00Z",
        import: null,
        after_close: true,
      },
    ]);
  if (/^\/api\/v1\/schedules\/\d+\/deliveries/.test(path)) return pageOf(DELIVERIES);
  if (/^\/api\/v1\/schedules\/\d+/.test(path)) return SCHEDULE;
  if (path.startsWith("/api/v1/schedules")) return pageOf(SCHEDULES);
  if (path.startsWith("/api/v1/alerts/firings"))
    return pageOf([{ ...ALERT.firing, alert: { id: "9", name: ALERT.name }, unit: "percent", currency: "INR" }]);
  if (/^\/api\/v1\/alerts\/\d+\/firings/.test(path)) return pageOf([ALERT.firing]);
  if (/^\/api\/v1\/alerts\/\d+/.test(path)) return ALERT;
  if (path.startsWith("/api/v1/alerts")) return ALERTS;
  return undefined;
}
