/** Example answers of leads. */
import type { Briefing, Draft, Lead, LeadDetail, PriceList, Rule, Tree } from "../../ui/features/leads/types";
import { OPEN, STATES } from "../../ui/features/leads/types";

const page = { total: 1, page: 1, per: 10, next: null, previous: null };
const listing = (items: readonly unknown[]) => ({ ...page, total: items.length, items });
const AT = "2026-11-20T08:00:00Z";
const LATER = "2027-01-04T05:30:00Z";
const figures = {
  counts: Object.fromEntries(STATES.map((state, at) => [state, at + 1])),
  won: 7,
  conversion: 0.29,
  premium: 82_110,
  overdue: 3,
};
export const LEAD: Lead = {
  id: "7",
  number: "L-20418",
  state: "quoted",
  state_at: AT,
  possible: ["callback", "win", "lose", "expire", "duplicate", "opt_out"],
  customer: {
    name: "Rohan <Deshpande>",
    phone: "+919822044821",
    phone_shown: "+91 98220 44821",
    last4: "4821",
    alt_phone: null,
    email: "rohan@example.com",
    consent: true,
    consent_at: AT,
    consent_text: "May we call you?",
  },
  vehicle: {
    vin: "MRDHK4S2XT0412867",
    registration: "MH12KD2093",
    model: "vela",
    model_labels: { en: "Vela", hi: "वेला" },
    variant: "vela-vx",
    variant_labels: { en: "Vela VX" },
    fuel: "petrol",
    sale_date: "2023-12-12",
    odometer_km: 46_210,
    warranty_end: "2026-12-11",
    extended_warranty_end: null,
    warnings: ["vin_check_digit"],
  },
  product: "extended_warranty",
  plan_years: 2,
  client: { id: "1", name: "Meridian <Motors>" },
  outlet: { id: "41", name: "Pune Baner" },
  parent: { id: "8", name: "Meridian Pune" },
  city: { id: "5", name: "Pune" },
  owner: { id: "9", full_name: "Neha <Gowda>" },
  source: { kind: "bot", bot: "Service <Desk>", version: 43, conversation: "12" },
  sla_due_at: AT,
  escalated_at: null,
  group_escalated_at: null,
  contacted_at: AT,
  next_action_at: LATER,
  reminds_at: AT,
  quote_opens: 3,
  quote_opened_at: AT,
  due_at: LATER,
  overdue: false,
  days_left: 16,
  attempts: 5,
  touched_at: AT,
  reason: "",
  price: 15_500,
  total: 18_290,
  gst_rate: 18,
  quoted_on: "2026-11-08",
  quote_until: "2026-12-08",
  amount: null,
  policy_no: null,
  currency: "INR",
  created_at: AT,
  updated_at: AT,
  closed_at: null,
  revision: 6,
};
const touch = {
  at: AT,
  before: "",
  after: "",
  channel: "",
  outcome: "",
  note: "",
  amount: null,
  due_at: null,
  by: "",
  medium: "",
  with_quote: false,
  delivery: "",
  failure: "",
  sent_at: null,
  delivered_at: null,
  read_at: null,
  replied_at: null,
} as const;
export const DETAIL: LeadDetail = {
  ...LEAD,
  repeatable: [],
  touches: [
    {
      ...touch,
      id: "5",
      kind: "message",
      event: "",
      channel: "message",
      note: "Your <quote>",
      medium: "whatsapp",
      with_quote: true,
      delivery: "read",
      sent_at: AT,
      read_at: LATER,
      replied_at: LATER,
    },
    {
      ...touch,
      id: "4",
      kind: "message",
      event: "reminder",
      medium: "whatsapp",
      delivery: "failed",
      failure: "131026",
    },
    {
      ...touch,
      id: "3",
      kind: "event",
      event: "quote",
      before: "engaged",
      after: "quoted",
      amount: 18_290,
      by: "Neha",
    },
    { ...touch, id: "2", kind: "touch", event: "", channel: "call", outcome: "no_answer", note: "1st <try>" },
    { ...touch, id: "1", kind: "created", event: "", after: "new", channel: "bot" },
  ],
  eligibility: {
    eligible: false,
    because: ["odometer_over"],
    until: null,
    days_left: 16,
    odometer_km: 90_000,
    first_days: 0,
    last_days: 180,
    most_km: 80_000,
    grace_days: 30,
  },
  quote: {
    plans: [
      { years: 1, price: 8900, total: 10_502, up_to_km: 60_000 },
      { years: 2, price: 15_500, total: 18_290, up_to_km: null },
    ],
    prices: "Nov <2026>",
    is_old: true,
    is_over: false,
    supply_state: "Gujarat",
    taxes: [{ kind: "igst", rate: 18, amount: 2790 }],
    payment: { link: "upi://pay?pa=meridian@okbank&am=18290.00&cu=INR", qr: "data:image/svg+xml,%3Csvg/%3E" },
  },
  reasons: [{ code: "price", labels: {}, possible: true }],
  duplicates: [{ ...LEAD, id: "8", number: "L-20533" }],
  undo_merge_until: LATER,
  merged: "L-20401",
  may_reopen: true,
  vehicle_id: "1",
  neighbours: { previous: null, next: "8" },
};
const DRAFT: Draft = {
  channels: [
    { channel: "whatsapp", obstacle: "" },
    { channel: "sms", obstacle: "no_account" },
    { channel: "email", obstacle: "" },
  ],
  language: "en",
  subject: "Extended warranty of your Vela",
  text: "Hello Rohan <Deshpande>, when may we call you?",
  quote_text: "Hello Rohan <Deshpande>, your quote is ready.",
  sends_at: LATER,
};
const outlet = { ...figures, id: "41", name: "Pune Baner", code: "PUN-BAN" };
const city = { ...figures, id: "5", name: "Pune", outlet_count: 1, outlets: [outlet] };
export const TREE: Tree = {
  parents: [{ ...figures, id: "8", name: "Meridian <Pune>", outlet_count: 1, cities: [city] }],
  no_outlet: { ...figures, counts: { new: 1 } },
  totals: figures,
  period: { days: 28, open_before: 3, won: 4, won_before: 1, premium: 36_580, premium_before: 18_290 },
  currency: "INR",
};
const PRICES: PriceList = {
  id: "3",
  client: "1",
  version: 2,
  name: "Nov <2026>",
  product: "extended_warranty",
  state: "draft",
  gst_rate: 18,
  valid_from: "2026-11-01",
  rows: [{ model: "vela", years: 2, up_to_km: 60_000, price: 15_500 }],
  published_at: null,
  published_by: "",
  created_at: AT,
  updated_at: AT,
  revision: 1,
};
const RULE: Rule = {
  parent: { id: "8", name: "Meridian Pune" },
  first_days: 0,
  last_days: 180,
  most_km: 80_000,
  grace_days: 30,
  sla_minutes: 120,
  outlets: [{ outlet: "41", weight: 2, capacity: null }],
  is_default: true,
  revision: 0,
};
const leaking = { overdue: 2, no_action: 1, sla: 1, expiring: 1, leads: 4, premium: 36_580 };

/** What is known of the customer beside the lead. */
export const BRIEFING: Briefing = {
  language: "mr",
  conversations: [
    {
      id: "7",
      at: "2026-11-20T15:34:00Z",
      lane: "web",
      title: "is 3 year <price> same at other outlet",
      link: "/reports/conversations/7",
      state: "informed",
      detail: "Service Desk",
    },
  ],
  offers: [
    {
      id: "8",
      at: "2026-11-04T13:30:00Z",
      lane: "offers",
      title: "EW before it ends",
      link: "/offers/3",
      state: "read",
      detail: "",
    },
  ],
  service: {
    day: "2026-10-22",
    type: "ac",
    labels: { en: "AC repair", hi: "एसी मरम्मत" },
    odometer_km: 46210,
    outlet: "Pune Baner",
  },
  readings: [
    { day: "2025-06-20", km: 28_400 },
    { day: "2026-10-22", km: 46_210 },
  ],
  consents: [
    { channel: "email", state: "opted_in", at: "2026-11-04T13:30:00Z" },
    { channel: "sms", state: "opted_out", at: "2026-11-04T13:30:00Z" },
    { channel: "whatsapp", state: "opted_in", at: "2026-11-04T13:30:00Z" },
  ],
  best_time: { basis: "calls", from_hour: 15, to_hour: 18, n: 3, of: 4 },
};

/** The answer to a path of theirs; nothing for any other. */
export function leads(path: string): unknown {
  if (path.startsWith("/api/v1/leads/tree")) return TREE;
  if (path.startsWith("/api/v1/leads/board"))
    return {
      columns: OPEN.map((state) => ({
        state,
        total: 60,
        worth: state === "new" ? null : 91_450,
        items: [{ ...LEAD, state }],
      })),
      ended: ["won", "lost", "expired"].map((state) => ({ state, total: 9, worth: 18_290 })),
      currency: "INR",
    };
  if (path.startsWith("/api/v1/leads/leaks"))
    return {
      ...listing([
        { lead: LEAD, reason: "overdue" },
        { lead: LEAD, reason: "expiring" },
      ]),
      total: 1,
      groups: [{ ...leaking, id: "41", name: "Pune <Baner>", parent: "Meridian <Pune>", oldest_at: AT }],
      late: [
        { from: 0, before: 1, leads: 1 },
        { from: 8, before: null, leads: 1 },
      ],
      escalation: { outlet: 1, group: 0 },
      totals: { ...leaking, open: 40 },
      currency: "INR",
    };
  if (path.startsWith("/api/v1/leads/choices"))
    return { owners: [{ id: "9", full_name: "Neha Gowda" }], outlets: [{ id: "41", name: "Pune Baner" }] };
  if (/\/leads\/\d+\/briefing/.test(path)) return BRIEFING;
  if (/\/leads\/\d+\/messages\/draft/.test(path)) return DRAFT;
  if (/\/leads\/\d+/.test(path)) return DETAIL;
  if (path.startsWith("/api/v1/leads")) return listing([LEAD]);
  if (/\/price-lists\/\d+/.test(path)) return PRICES;
  if (path.startsWith("/api/v1/price-lists")) return listing([PRICES]);
  if (/\/lead-rules\/\d+/.test(path)) return RULE;
  if (path.startsWith("/api/v1/lead-rules")) return listing([RULE]);
  return undefined;
}
