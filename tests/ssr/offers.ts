/** Example answers of offers. */
import type { Audience, Funnel, Offer, OfferPage, RecipientPage, WholeOffer } from "../../ui/features/offers/types";

export const OFFER: Offer = {
  id: "1",
  name: "Summer <tyres>",
  client: { id: "1", name: "Meridian Motors" },
  group: "service",
  type: "event",
  goal: "visit",
  bot: null,
  channel: "email",
  state: "sent",
  state_at: "2026-11-20T08:00:00Z",
  state_reason: null,
  paused_by: null,
  start: "2026-11-10T04:00:00Z",
  end: "2026-11-24T04:00:00Z",
  owner: { id: "1", name: "Asha Kulkarni", avatar: "" },
  counts: { all: 110, recipients: 100, delivered: 96, clicked: 20, converted: 8 },
  revenue: 12500,
  currency: "INR",
  possible: [],
  created_at: "2026-11-01T08:00:00Z",
  updated_at: "2026-11-20T08:00:00Z",
  revision: 4,
};
export const WHOLE: WholeOffer = {
  ...OFFER,
  zone: "Asia/Kolkata",
  message: { en: { subject: "Tyres", text: "Hello {{first_name}},\n\nbook: https://dealer.example/tyres" } },
  goals: ["service_booking"],
  longest: 10000,
  variants: [],
  audience: [{ field: "city", op: "in", value: ["5"], labels: ["Pune"] }],
  contacts: null,
  exclusions: null,
  segment: "/reports/contacts?is=new",
  outlets: null,
  throttle_per_s: 10,
  frequency_cap: { count: 2, days: 7 },
  holdout: 10,
  budget: null,
  message_price: null,
  attribution_days: 7,
  senders: [],
  warning: "",
  checks: {},
};
const stage = (id: string, count: number, reported = true) => ({ id, count, rate: (count / 96) * 100, reported });
export const FUNNEL: Funnel = {
  stages: [
    stage("targeted", 100),
    stage("attempted", 98),
    stage("accepted", 96),
    stage("delivered", 96, false),
    stage("read", 40),
    stage("clicked", 20),
    stage("replied", 8, false),
    stage("converted", 8),
  ],
  failed: { "550": 2, "471": 1 },
  skipped: { no_consent: 12 },
  opted_out: 1,
  held_back: 10,
  queued: 2,
  cost: null,
  revenue: 12500,
  roi: null,
  lift: { treated: 8.3, holdout: 4, difference: 4.3, low: -1.2, high: 8.8 },
  variants: [
    { id: "a", delivered: 48, clicked: 9, converted: 3, low: 2.1, high: 16.8 },
    { id: "b", delivered: 48, clicked: 11, converted: 5, low: 4.5, high: 22.2 },
  ],
  guards: [
    { id: "failures", value: 0.02, limit: 0.2, n: 98, exceeded: false },
    { id: "opt_outs", value: 0.01, limit: 0.03, n: 96, exceeded: false },
  ],
  winner: { state: "counting", variant: null, needed: 30 },
  final: false,
};
export const AUDIENCE: Audience = {
  count: 90,
  checks: [],
  matched: 110,
  sample: [
    {
      contact: "91",
      customer: "91",
      name: "Vikram Rathore",
      last4: "5230",
      model: "vela",
      labels: { en: "Vela" },
      outlet: "41",
      language: "hi",
    },
  ],
  excluded: { no_consent: 12, opted_out: 4, duplicate: 2, invalid_address: 1, frequency_cap: 1, excluded: 0 },
  languages: { en: 70, hi: 20 },
  segment: { people: 640, sessions: 912, other_clients: 12, no_customer: 96, unfit: 20 },
  plan: {
    messages: 81,
    unsent: 0,
    spans: [{ start: "2026-12-01T05:00:00Z", end: "2026-12-01T05:00:09Z", messages: 81 }],
  },
  overlap: [{ offer: { id: "82", name: "Monsoon" }, count: 9 }],
};
const times = {
  queued: "2026-11-10T04:00:00Z",
  accepted: "2026-11-10T04:00:01Z",
  sent: "2026-11-10T04:00:02Z",
  delivered: "2026-11-10T04:00:02Z",
  read: null,
  clicked: null,
  replied: null,
  converted: null,
};
export const RECIPIENTS: RecipientPage = {
  outlets: [
    { id: "41", name: "Pune Baner" },
    { id: "42", name: "Chennai Ambattur" },
  ],
  items: [
    {
      id: "101",
      contact: { id: "91", name: "Vikram Rathore", last4: "5230" },
      customer: "91",
      outlet: { id: "41", name: "Pune Baner" },
      state: "sent",
      reason: null,
      variant: "a",
      language: "en",
      opted_out: false,
      times,
      revenue: null,
      conversation: null,
    },
    {
      id: "102",
      contact: { id: "92", name: "Sana Qureshi", last4: "3280" },
      customer: "92",
      outlet: null,
      state: "failed",
      reason: "550",
      variant: "b",
      language: "hi",
      opted_out: false,
      times: { ...times, sent: null, delivered: null },
      revenue: null,
      conversation: null,
    },
  ],
  total: 2,
  page: 1,
  per: 10,
  next: null,
  previous: null,
  views: {
    all: 2,
    queued: 0,
    sending: 0,
    skipped: 0,
    held_back: 0,
    sent: 1,
    read: 0,
    clicked: 0,
    replied: 0,
    converted: 0,
    failed: 1,
    delivered: 1,
    opted_out: 0,
  },
};
export const OFFERS: OfferPage = {
  items: [OFFER],
  total: 1,
  page: 1,
  per: 10,
  next: null,
  previous: null,
  views: { all: 1, running: 0, waiting: 0, scheduled: 0, finished: 1, archived: 0 },
};

/** The answer to a path of offers. */
export function offers(path: string): unknown {
  if (path.startsWith("/api/v1/opt-outs")) return { client: "Meridian Motors", channel: "email", opted_out: false };
  if (!path.startsWith("/api/v1/offers")) return undefined;
  if (path.includes("/funnel")) return FUNNEL;
  if (path.includes("/audience")) return AUDIENCE;
  if (path.includes("/recipients")) return RECIPIENTS;
  return /offers\/\d/.test(path) ? WHOLE : OFFERS;
}
