/** Answers of the inbox and of a bot's web channel. */
import type { Delivery, Deployment, MessageTemplate, RawEvent } from "../../ui/features/channels/messaging/api";
import type { Secret } from "../../ui/features/bots/secrets/api";
import type { Token } from "../../ui/features/channels/tokens/api";
import type { Schedule, Theme } from "../../ui/features/channels/themes/api";
import type {
  Colleagues,
  Desk,
  Handoff,
  HandoffDetail,
  HandoffPage,
  OfferedTexts,
} from "../../ui/features/inbox/types";

/** Someone who waits, eleven minutes by the clock of the tests. */
export const WAITING: Handoff = {
  id: "31",
  state: "requested",
  conversation: "1",
  channel: "web",
  queue: "service",
  waiting_since: "2026-11-21T08:29:00Z",
  due_at: "2026-11-21T08:44:00Z",
  accepted_at: null,
  ended_at: null,
  said_at: "2026-11-21T08:29:00Z",
  awaits_agent: true,
  bot: { id: "7", name: "Service Desk" },
  contact: { id: "5", name: "Kavita </script> Bhosale", last4: "3306", language: "hi" },
  agent: null,
  outlet: { id: "4", name: "Pune Baner" },
  last_text: "price is too high i want to talk to someone",
  revision: 1,
};
const message = { kind: "text", name: "", what: "", fallback: false, document: null };
export const DETAIL: HandoffDetail = {
  ...WAITING,
  messages: [
    {
      ...message,
      id: "1",
      speaker: "user",
      text: "why is 30k service 11,800??",
      at: "2026-11-21T08:27:00Z",
      fallback: true,
    },
    { ...message, id: "2", speaker: "bot", text: "Sorry, I did not get that.", at: "2026-11-21T08:27:01Z" },
    { ...message, id: "3", speaker: "user", text: "I want to talk to someone", at: "2026-11-21T08:28:59Z" },
    { ...message, id: "4", speaker: "bot", text: "One moment.", at: "2026-11-21T08:29:00Z" },
  ],
  greeting: [{ id: "90", text: "Hello! I am the service assistant.", at: "2026-11-21T08:26:30Z" }],
  notes: [
    { id: "91", author: "Sunil Kadam", text: "The 9,500 leaves out the </script> filter.", at: "2026-11-21T08:28:00Z" },
  ],
  phone: "",
  known: [{ name: "pick_up", value: "home, Aundh" }],
  reason: "asked",
  bot_version: 41,
  turns: 2,
};

/** What can be answered with. */
export const TEXTS: OfferedTexts = {
  texts: [{ key: "hours", note: "Opening </script> hours", text: "हम नौ बजे खुलते हैं।" }],
};

/** Who can answer it, and how the reader takes part. */
export const COLLEAGUES: Colleagues = {
  people: [
    { id: "1", name: "Asha Kulkarni", available: true },
    { id: "2", name: "Sunil </script> Kadam", available: false },
  ],
};
export const DESK: Desk = { waiting: 1, available: true, sound: false };

/** A page of hand-offs. */
export const handoffs = (items: Handoff[], counts: HandoffPage["counts"] = { requested: 0, accepted: 0, mine: 0 }) => ({
  items,
  counts,
  queues: ["sales", "service"],
  outlets: [{ id: "4", name: "Pune Baner" }],
  total: items.length,
  page: 1,
  per: 50,
  next: null,
  previous: null,
});

export const TOKEN: Token = {
  id: "9",
  name: "Website",
  kind: "web",
  token: "w_kInc1ZS70CIdvY-DJZ2lZMNUWeI-llv5",
  script: "https://parley.example/w/1/w_kInc1ZS70CIdvY-DJZ2lZMNUWeI-llv5.js",
  callback_url: null,
  curl: null,
  prefix: "w_kInc1Z",
  origins: ["https://*.meridian.example", "https://www.example.com"],
  scopes: [],
  outlet: null,
  identity: "off",
  expires_at: null,
  state: "active",
  previous_until: null,
  last_used_at: null,
  last_page: null,
  refused: [],
  conversations: 512,
  revision: 2,
};
/** A program's token. */
export const PROGRAM: Token = {
  ...TOKEN,
  id: "12",
  name: "CRM <sync>",
  kind: "api",
  token: null,
  script: null,
  prefix: "pk_9Qk2a",
  origins: [],
  scopes: ["read_reports", "ingest"],
  expires_at: "2026-12-31T23:59:59Z",
};
export const THEME: Theme = {
  name: "",
  primary: "#005b78",
  on_primary: "#ffffff",
  bubble_user: "#005b78",
  on_bubble_user: "#ffffff",
  bubble_bot: "#ffffff",
  background: "#f4f5f8",
  radius: 12,
  font: "system",
  avatar: "",
  launcher: "chat",
  csat: "stars",
  custom_css: "",
  position: "right",
  greeting: { en: "Need a service? Ask here." },
  placeholder: {},
  persistence: "local",
  phone: null,
  revision: 0,
  published: false,
};
const LOOK = {
  ...THEME,
  revision: undefined,
  published: undefined,
  primary: "#5c3b00",
  greeting: { en: "Happy holidays! </script>" },
};
export const SCHEDULES: Schedule[] = [
  {
    id: "61",
    revision: 1,
    title: "Year end </script>",
    from: "2026-11-19T18:30:00Z",
    to: "2027-01-03T18:30:00Z",
    zone: "Asia/Kolkata",
    state: "running",
    theme: LOOK,
    overlaps: [{ id: "62", title: "Christmas", wins: false }],
  },
  {
    id: "62",
    revision: 2,
    title: "Christmas",
    from: "2026-12-23T18:30:00Z",
    to: "2026-12-26T18:30:00Z",
    zone: "Asia/Kolkata",
    state: "planned",
    theme: LOOK,
    overlaps: [{ id: "61", title: "Year end </script>", wins: true }],
  },
];

/** A WhatsApp account that answers, with one request that was not genuine. */
export const DEPLOYMENT: Deployment = {
  id: "31",
  channel: "whatsapp",
  account: "106540352242922",
  environment: "live",
  language: null,
  outlet: null,
  state: "connected",
  possible: ["degrade", "disable", "fail"],
  webhook_url: "https://parley.example/hooks/whatsapp/31",
  verify_token: "vt_3pQx9nTz5LbW",
  secrets: [
    { name: "access_token", last4: "9f2c" },
    { name: "app_secret", last4: "7c41" },
  ],
  settings: { business: "77001", template: { name: "service_due", language: "en" } },
  templates_read_at: "2026-11-20T08:00:00Z",
  last_inbound_at: "2026-11-20T08:00:00Z",
  last_error: null,
  last_error_at: null,
  refused: 1,
  waiting: 0,
  failed: 3,
  errors_24h: 2,
  inbound_24h: [3, 5, 7, 6, 4, 3, 2, 1, 0, 0, 0, 0, 0, 1, 3, 6, 9, 8, 7, 6, 8, 9, 7, 4],
  window_hours: 24,
  people_open: 1204,
  conversations: 2318,
  trouble: null,
  availability: 99.2,
  lag_median_s: 0.4,
  lag_slowest_s: 1.9,
  revision: 4,
};

export const TEMPLATE: MessageTemplate = {
  id: "51",
  name: "service_due",
  language: "en",
  state: "approved",
  reason: "",
  category: "utility",
  quality: "high",
  header: "[image]",
  body: "Your service is due: {{1}}",
  footer: "Meridian Motors",
  buttons: ["Book", "Stop"],
  variables: ["1"],
  usable: true,
  used: true,
  changed_at: "2026-11-20T08:00:00Z",
};

export const TEMPLATES: MessageTemplate[] = [
  TEMPLATE,
  { ...TEMPLATE, id: "52", name: "booking_reminder", used: false },
  {
    ...TEMPLATE,
    id: "53",
    name: "winter_check_up",
    state: "paused",
    reason: "LOW_QUALITY",
    quality: "low",
    usable: false,
    used: false,
  },
];

export const SECRET: Secret = {
  id: "41",
  name: "CRM_KEY",
  secret_end: "9f2c",
  set_at: "2026-11-20T08:00:00Z",
  set_by: "Asha Kulkarni",
  used_by: [
    { kind: "node", node: "find_booking", version: null, handler: null },
    { kind: "node", node: "find_booking", version: 41, handler: null },
    { kind: "handler", node: null, version: null, handler: "openai" },
  ],
  revision: 2,
};

export const SPARE_SECRET: Secret = { ...SECRET, id: "42", name: "SPARE", secret_end: "", used_by: [], revision: 1 };

export const RAW_EVENTS: RawEvent[] = [
  { id: "92", at: "2026-11-20T08:00:00Z", state: "processed", reason: "", events: 1 },
  { id: "91", at: "2026-11-20T07:59:00Z", state: "rejected", reason: "wrong_signature", events: 0 },
];

export const DELIVERY: Delivery = {
  sent: 12318,
  delivered: 12182,
  read: 8795,
  failed: 31,
  median_s: 0.8,
  slowest_s: 2.6,
  lag_median_s: 0.4,
  lag_slowest_s: 1.9,
  refused: [
    {
      id: "31",
      channel: "whatsapp",
      account: "106540352242922",
      state: "rejected",
      reason: "wrong_signature",
      requests: 2,
      at: "2026-11-20T08:00:00Z",
    },
  ],
};

/** The answer to a path of theirs; nothing for any other. */
export function inbox(path: string): unknown {
  if (path === "/api/v1/handoffs/desk") return DESK;
  if (/^\/api\/v1\/handoffs\/\d+\/colleagues/.test(path)) return COLLEAGUES;
  if (/^\/api\/v1\/handoffs\/\d+\/texts/.test(path)) return TEXTS;
  if (path.startsWith("/api/v1/handoffs/")) return DETAIL;
  if (path.startsWith("/api/v1/handoffs?"))
    return handoffs(path.includes("state=requested") ? [WAITING] : [], { requested: 1, accepted: 0, mine: 0 });
  if (/\/bots\/\d+\/deployments\/\d+\/events/.test(path)) return { ...handoffs([]), items: RAW_EVENTS, total: 2 };
  if (/\/bots\/\d+\/deployments\/\d+\/templates/.test(path)) return { ...handoffs([]), items: TEMPLATES, total: 3 };
  if (/\/bots\/\d+\/deployments\/delivery/.test(path)) return DELIVERY;
  if (/\/bots\/\d+\/deployments/.test(path)) return { ...handoffs([]), items: [DEPLOYMENT], total: 1 };
  if (/\/bots\/\d+\/secrets/.test(path)) return { ...handoffs([]), items: [SECRET, SPARE_SECRET], total: 2 };
  if (/\/bots\/\d+\/tokens/.test(path)) return { ...handoffs([]), items: [TOKEN, PROGRAM], total: 2 };
  if (/\/bots\/\d+\/theme\/schedule/.test(path)) return { zone: "Asia/Kolkata", items: SCHEDULES };
  if (/\/bots\/\d+\/theme/.test(path)) return THEME;
  return undefined;
}
