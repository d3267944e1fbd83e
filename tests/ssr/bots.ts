/** Answers of the calls on bots: a live one with a working copy that has one error, and what it did not understand. */
import type { Shape } from "../../ui/api";

export const BOT: Shape<"Bot"> = {
  id: "7",
  name: "Service Desk",
  group: "service",
  language: "hi",
  state: "live",
  state_reason: null,
  live_version: 41,
  live_since: "2026-11-14T10:50:00Z",
  next_version: null,
  languages: ["en", "hi"],
  session_timeout_s: null,
  replay_required: false,
  approvals: 0,
  client: { id: "1", name: "Meridian Motors" },
  owner: { id: "3", full_name: "Asha Kulkarni" },
  sessions_28d: 2690,
  estimated_28d: 0,
  revision: 41,
};

const grades = { same: 3, better: 1, worse: 1, changed: 0 };
const rate = { n: 40, before: 10, after: 7.5, delta: -2.5, low: -6, high: 1 };
/** A replay as it is listed. */
export const REPLAY_ROW: Shape<"ReplayRow"> = {
  id: "5",
  state: "ready",
  progress: 1,
  error: null,
  live_version: 41,
  checksum: "0".repeat(64),
  current: true,
  sessions: 5,
  turns: grades,
  conversations: grades,
  rates: {
    fallback: rate,
    goal: rate,
    handoff: { n: 0, before: null, after: null, delta: null, low: null, high: null },
  },
  deltas: { fallback: -2.5, goal: -2.5 },
  calls: { recorded: 4, unrecorded: 1 },
  verdict: "amber",
  open: 1,
  user_name: "Asha Kulkarni",
  created_at: "2026-11-21T10:50:00Z",
  finished_at: "2026-11-21T10:51:00Z",
};

/** The same with the conversations that would go otherwise. */
export const REPLAY: Shape<"Replay"> = {
  ...REPLAY_ROW,
  groups: [
    {
      id: "0123456789ab",
      grade: "worse",
      kind: "missed",
      node: "ask_day",
      intent: "book",
      conversations: 1,
      accepted: null,
    },
    {
      id: "ba9876543210",
      grade: "better",
      kind: "missed",
      node: "menu",
      intent: "greet",
      conversations: 1,
      accepted: null,
    },
  ],
  items: [
    {
      conversation: "9",
      link: "/reports/conversations/9",
      started_at: "2026-11-20T10:50:00Z",
      channel: "web",
      outcome: "completed",
      grade: "worse",
      kind: "missed",
      node: "ask_day",
      stopped: "diverged",
      group: "0123456789ab",
      case: null,
      turns: [
        {
          number: 1,
          grade: "same",
          kind: "",
          input: "",
          before: [],
          after: [],
          node: "a",
          node_now: "a",
          intent: null,
          intent_now: null,
        },
        {
          number: 2,
          grade: "worse",
          kind: "missed",
          input: "saturday",
          before: ["Saturday it is."],
          after: ["Sorry?"],
          node: "ask_day",
          node_now: "ask_km",
          intent: "book",
          intent_now: null,
        },
      ],
    },
    {
      conversation: "10",
      link: "/reports/conversations/10",
      started_at: "2026-11-20T10:50:00Z",
      channel: "whatsapp",
      outcome: null,
      grade: "better",
      kind: "missed",
      node: "menu",
      stopped: "",
      group: "ba9876543210",
      case: null,
      turns: [
        {
          number: 1,
          grade: "better",
          kind: "missed",
          input: "नमस्ते",
          before: [],
          after: ["नमस्ते"],
          node: "menu",
          node_now: "menu",
          intent: null,
          intent_now: "greet",
        },
      ],
    },
  ],
};

/** A working copy that another person has approved and a second one has not yet. */
export const REVIEW: Shape<"BotReview"> = {
  id: "3",
  state: "requested",
  checksum: "0".repeat(64),
  current: true,
  note: "The greeting for winter",
  requested_by: "Ravi Kumar",
  requested_at: "2026-11-21T10:50:00Z",
  needed: 2,
  approvals: [{ by: "Meera Nair", comment: "Reads well", at: "2026-11-21T11:00:00Z" }],
  reason: null,
  closed_by: null,
  closed_at: null,
  barred: null,
  own: false,
};

/** A version that receives a quarter of new conversations, and how both do. */
export const SPLIT: Shape<"BotSplit"> = {
  id: "4",
  state: "running",
  live: 41,
  version: 40,
  share: 25,
  started_by: "Ravi Kumar",
  started_at: "2026-11-20T10:50:00Z",
  closed_by: null,
  closed_at: null,
};

const splitRate = (id: string, value: number, num: number, den: number, low: number | null, high: number | null) => ({
  id,
  value,
  num,
  den,
  low,
  high,
});
export const SPLIT_FIGURES: Shape<"BotSplitFigures"> = {
  until: "2026-11-21T10:50:00Z",
  versions: [
    {
      version: 41,
      share: 75,
      sessions: 300,
      rates: [
        splitRate("completion_rate", 40, 80, 200, 33.5, 46.9),
        splitRate("fallback_rate", 8, 80, 1000, 6.5, 9.8),
        splitRate("handoff_rate", 12, 36, 300, 8.8, 16.2),
      ],
    },
    {
      version: 40,
      share: 25,
      sessions: 20,
      rates: [
        splitRate("completion_rate", 60, 60, 100, 50.2, 69.1),
        splitRate("fallback_rate", 9, 27, 300, 6.3, 12.8),
        splitRate("handoff_rate", 10, 2, 20, null, null),
      ],
    },
  ],
  differences: [
    { id: "completion_rate", delta: 20, significant: true, better: true },
    { id: "fallback_rate", delta: 1, significant: false, better: null },
    { id: "handoff_rate", delta: -2, significant: null, better: null },
  ],
};

const page = <T>(items: T[]) => ({ items, total: items.length, page: 1, per: 10, next: null, previous: null });

export const VERSION: Shape<"ListedVersion"> = {
  open_conversations: 17,
  number: 41,
  state: "live",
  checksum: "0".repeat(64),
  note: "Status from the dealer system; Hindi reworded",
  published_by: "Asha Kulkarni",
  published_at: "2026-11-14T10:50:00Z",
  live_at: "2026-11-14T10:50:00Z",
  override_reason: null,
};

const INSIDE: Shape<"Contents"> = {
  nodes: 12,
  intents: 14,
  phrases: 740,
  entities: 2,
  variables: 3,
  answers: 4,
  goals: ["service_booking_created"],
  texts: [
    { language: "en", done: 38, of: 38 },
    { language: "hi", done: 34, of: 38 },
  ],
  hours: { week: { mon: [["09:00", "19:00"]], tue: [["09:00", "19:00"]] }, holidays: ["2026-12-25"] },
};

export const SUMMARY: Shape<"BotSummary"> = {
  errors: [
    {
      level: "error",
      code: "dead_end",
      node: "pick_slot",
      path: "nodes/pick_slot/next",
      message: "After “pick_slot” the conversation goes nowhere.",
    },
  ],
  warnings: [
    {
      level: "warning",
      code: "few_phrases",
      node: null,
      path: "intents/service.price/phrases",
      message: "“service.price” has 2 phrases; 5 or more are recognised better.",
    },
  ],
  inside: INSIDE,
  changes: 2,
  failed_cases: 2,
  stale_texts: 1,
  pressing_accounts: 1,
  is_reachable: true,
  flow_revision: 9,
  has_backup: true,
  changed_at: "2026-11-21T08:00:00Z",
  changed_by: "Asha Kulkarni",
  editors: [{ id: "3", name: "Ravi Rao", since: "2026-11-21T07:40:00Z" }],
  versions: 2,
  newest: VERSION,
};

const card = (id: string): Shape<"Card"> => ({
  id,
  explained: true,
  version: 1,
  value: 6.1,
  unit: "percent",
  num: 281,
  den: 4612,
  previous: 5.7,
  previous_num: 260,
  previous_den: 4560,
  delta: 0.4,
  delta_unit: "pp",
  better: "down",
  provisional: false,
  measured: { n: 2690, of: 2690 },
  marks: [],
  notes: [],
  significant: false,
  cause: null,
  target: null,
  spark: [5, 6, 7, 5, 6, 7, 6],
  link: "/reports/conversations?bot=7&r=last_7_days&is=fallback",
  opens: "holding",
  population_link: "/reports/conversations?bot=7&r=last_7_days&is=nlu",
  formula: "fallback turns ÷ turns with free text or speech",
  population: "Turns with free text or speech",
});

export const FIGURES: Shape<"BotFigures"> = {
  as_of: "2026-11-21T14:02:31+05:30",
  today: {
    day: "2026-11-21",
    zone: "Asia/Kolkata",
    value: 231,
    usual: 214,
    usual_day: 416.5,
    weeks: 8,
    delta: 7.9,
    delta_unit: "percent",
    link: "/reports/conversations?bot=7&r=today&is=engaged",
    hours: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      value: hour <= 14 ? hour * 2 : null,
      usual: hour * 1.5,
      running: hour === 14,
    })),
  },
  cards: ["fallback_rate", "handoff_rate", "completion_rate"].map(card),
  channels: [
    {
      channel: "web",
      sessions: 1204,
      link: "/reports/conversations?bot=7&ch=web",
      accounts: [],
    },
    {
      channel: "slack",
      sessions: 0,
      link: null,
      accounts: [
        { name: "T1", state: "degraded", last_at: "2026-11-21T08:01:00Z" },
        { name: "T2", state: "connected", last_at: null },
      ],
    },
  ],
  versions: [
    {
      number: 41,
      fallback: {
        value: 6,
        num: 90,
        den: 1500,
        small: false,
        link: "/reports/conversations?is=fallback&f=version:eq:41",
      },
    },
    { number: 40, fallback: { value: 0, num: 0, den: 12, small: true, link: "/reports/conversations?is=fallback" } },
  ],
  excluded_test: 38,
  visible: true,
};

export const MISSES: Shape<"Misses"> = {
  turns: 281,
  read: 281,
  groups: 9,
  link: "/reports/conversations?bot=7&r=last_7_days&is=fallback",
  items: [
    {
      id: "aaaaaaaaaaaa",
      turns: 46,
      conversations: 40,
      text: "gaadi kab milegi",
      language: "hi",
      phrases: ["gaadi kab milegi", "गाड़ी तैयार है क्या"],
      examples: [
        { text: "gaadi kab milegi", conversation: "1", turn: 3, link: "/reports/conversations/1?turn=3#t3" },
        { text: "गाड़ी तैयार है क्या", conversation: "2", turn: 1, link: "/reports/conversations/2?turn=1#t1" },
      ],
      nearest: { intent: "service.status", title: "Is my car ready?", score: 0.21 },
      added: null,
    },
    {
      id: "bbbbbbbbbbbb",
      turns: 19,
      conversations: 19,
      text: "bill bhej do",
      language: "hi",
      phrases: ["bill bhej do"],
      examples: [{ text: "bill bhej do", conversation: "3", turn: 2, link: "/reports/conversations/3?turn=2#t2" }],
      nearest: null,
      added: null,
    },
    {
      id: "cccccccccccc",
      turns: 8,
      conversations: 8,
      text: "sunday khula hai",
      language: "hi",
      phrases: ["sunday khula hai"],
      examples: [{ text: "sunday khula hai", conversation: "4", turn: 2, link: "/reports/conversations/4?turn=2#t2" }],
      nearest: null,
      added: { intent: "outlet.hours", title: "Opening hours", phrases: ["sunday khula hai"] },
    },
  ],
};

const change = (more: Partial<Shape<"FlowChange">>): Shape<"FlowChange"> => ({
  change: "changed",
  kind: "node",
  name: "pick_slot",
  text: "",
  field: "",
  language: null,
  before: null,
  after: null,
  parts: [],
  title: null,
  ...more,
});

export const CHANGES: Shape<"FlowChanges"> = {
  items: [
    change({ change: "added", name: "another_day", after: "input" }),
    change({ change: "removed", name: "price_list", before: "message" }),
    change({ field: "options/1/next", before: "person", after: "another_day" }),
    change({
      field: "text",
      language: "en",
      before: "We have slots.",
      after: "We have free slots.",
      parts: [
        { op: "same", text: "We have" },
        { op: "added", text: " free" },
        { op: "same", text: " slots." },
      ],
    }),
    change({ field: "branches/0/if", before: "rating <= 3.0", after: 'time < "09:00" || phone != null' }),
    change({
      kind: "intent",
      name: "service.price",
      title: "What a service costs",
      field: "goto",
      before: "hello",
      after: "bye",
    }),
    change({
      kind: "intent",
      name: "service.price",
      title: "What a service costs",
      field: "phrases",
      language: "hi-Latn",
      after: "kitna lagega",
    }),
    change({ kind: "variable", change: "added", name: "day_tries", after: "number" }),
    change({ kind: "setting", name: "sensitivity", before: "balanced", after: "strict" }),
  ],
};

const FLOW: Shape<"Flow"> = {
  format: "parley-flow/1",
  languages: ["en", "hi"],
  start: "hello",
  nodes: { hello: { type: "message", text: { en: "Hello", hi: "नमस्ते" }, next: "bye" }, bye: { type: "end" } },
  intents: { "service.status": { goto: "hello", phrases: { en: ["is my car ready"] } } },
  variables: { day: { type: "date" } },
  hours: INSIDE.hours ?? {},
};

const CASE: Shape<"CaseRow"> = {
  id: "5",
  name: "Changes the day",
  language: "en",
  source: "sandbox",
  turns: 5,
  link: null,
  hidden: false,
  last: null,
  created_at: "2026-11-20T08:00:00Z",
  revision: 1,
};

const TEMPLATES = ["service-booking", "sales-enquiry", "post-service-feedback"];

/** The answer to a path of bots; undefined where it is about something else. */
export function bots(path: string): unknown {
  if (path.startsWith("/api/v1/clients"))
    return page([
      { id: "1", name: "Meridian Motors" },
      { id: "2", name: "Orbit" },
    ]);
  if (path.startsWith("/api/v1/bot-templates/previews"))
    return {
      items: TEMPLATES.map((id) => ({
        id,
        goals: ["service_booking_created"],
        inside: INSIDE,
        messages: [
          { speaker: "bot", text: "Hello", options: [{ id: "a", label: "Book", chosen: true }] },
          { speaker: "user", text: "service karwani hai", options: [] },
        ],
      })),
    };
  if (path.startsWith("/api/v1/bot-templates"))
    return {
      items: TEMPLATES.map((id) => ({
        id,
        title: id,
        description: "",
        group: "service",
        languages: ["en"],
        goals: [],
      })),
    };
  if (!path.startsWith("/api/v1/bots")) return undefined;
  const [, id, what = "", more = ""] = /^\/api\/v1\/bots(?:\/([^/?]+))?(?:\/([^/?]+))?(?:\/([^?]+))?/.exec(path) ?? [];
  if (id === undefined) return page([BOT]);
  if (id === "health")
    return {
      as_of: "2026-11-21T14:02:31+05:30",
      items: [
        {
          id: "7",
          sessions: 2690,
          days: [400, 410, 380, 120, 400, 420, 560],
          link: "/reports/conversations?bot=7&r=last_7_days",
          fallback: { value: 11.6, num: 281, den: 2412, small: false, link: MISSES.link },
          published_at: "2026-11-14T10:50:00Z",
        },
      ],
    };
  if (id === "owners") return { items: [BOT.owner, { id: "9", full_name: "Devika Menon" }] };
  if (id === "channels")
    return {
      items: [
        {
          id: "7",
          channels: [
            { channel: "instagram", state: "degraded" },
            { channel: "web", state: "connected" },
          ],
        },
      ],
      attention: 2,
      refused: [
        {
          id: "33",
          channel: "voice",
          account: "+912068124410",
          bot_id: "9",
          bot_name: "After-visit <Feedback>",
          last_error_at: "2026-11-21T05:50:00Z",
        },
      ],
    };
  if (what === "cases" && !more) return page([CASE]);
  if (what === "summary") return SUMMARY;
  if (what === "figures") return FIGURES;
  if (what === "nodes") return { items: [{ node: "hello", reached: 1846, left: 12 }] };
  if (what === "misses") return MISSES;
  if (what === "texts")
    return {
      languages: [
        { language: "en", done: 5, of: 6, stale: [] },
        { language: "hi", done: 2, of: 6, stale: ["nodes/hello/text"] },
      ],
    };
  if (what === "goals") return page([{ id: "3", name: "service_booking_created", top: true }]);
  if (what === "working-copy")
    return { revision: 9, changed_at: SUMMARY.changed_at, document: FLOW, errors: [], warnings: [] };
  if (what === "versions" && !more) return page([VERSION, { ...VERSION, number: 40, state: "published" }]);
  if (more.endsWith("changes")) return CHANGES;
  if (what === "splits") return more ? SPLIT_FIGURES : page([SPLIT]);
  if (what === "reviews") return page([REVIEW]);
  if (what === "replays") return more ? REPLAY : page([REPLAY_ROW]);
  if (what === "flow") return FLOW;
  if (what === "deployments" || what === "tokens") return page([]);
  return { ...BOT, id };
}
