/** Example answers of a bot's regression cases and of the sandbox. */
import type { Shape } from "../../ui/api";

const last = { passed: false, version: "working", ran_at: "2026-11-21T08:10:00Z", stale: true, failing: 1 };
const row = {
  id: "61",
  name: "Books after a question",
  language: null,
  source: "sandbox" as const,
  link: "/sandbox?id=71",
  turns: 2,
  created_at: "2026-11-20T08:00:00Z",
  revision: 2,
  last,
};
const facts = {
  intent: "hours",
  node: "ask",
  route: ["hours", "ask"],
  goals: [],
  reached: [],
  slots: {},
  changed: {},
  replies: ["Nine to six", "Which day?"],
  ended: false,
};
const passed = {
  number: 1,
  input: "when are you open",
  kind: "text" as const,
  passed: true,
  differences: [],
  changed: [{ what: "replies" as const, expected: ["9 to 6"], actual: ["Nine to six"] }],
  unrecorded: ["booking"],
  actual: facts,
};
const failed = {
  ...passed,
  number: 2,
  input: "yes",
  kind: "choice" as const,
  passed: false,
  differences: [{ what: "slots" as const, expected: { day: "2030-01-07" }, actual: { day: null } }],
  changed: [],
  unrecorded: [],
};
const example = {
  ...row,
  now: "2026-11-20T08:00:00Z",
  local: "2026-11-20T13:30",
  turns: [
    { text: "when are you open", expect: { intent: "hours", node: null, contains: ["Nine"] } },
    { choice: "yes", expect: { slots: { day: "2030-01-07", n: 3 } } },
    { jump: "bye", expect: {} },
  ],
  last: { ...last, turns: [passed, failed] },
};

const message = {
  speaker: "bot" as const,
  kind: "choice" as const,
  text: "Shall I book it?",
  options: [
    { id: "yes", label: "Yes" },
    { id: "new", label: "Pick-up from a new place" },
    { id: "c", label: "C" },
    { id: "d", label: "D" },
  ],
  language: "en",
  node: "confirm",
  input: null,
  links: [{ label: "Map", url: "https://maps.example" }],
  media: null,
};
const trace = {
  text: "book it",
  rule: 5,
  understanding: true,
  engines: ["tfidf", "minilm"],
  candidates: [{ name: "service.book", confidence: 0.82 }],
  threshold: 0.4,
  band: "accept",
  entities: [],
  intent: { name: "service.book", confidence: 0.82, by: "understanding" },
  corrected: "day",
  fallback: "low_confidence",
  path: ["check", "call", "confirm"],
  conditions: [{ node: "check", if: "n > 1.0", holds: true }],
  reused: ["time"],
  filled: ["model"],
  variables: { before: {}, after: { day: "2030-01-07" } },
  stack: ["service.book"],
  effects: [],
  calls: [
    { node: "call", type: "call", method: "POST", url: "https://x.example", status: null, error: "timeout", ms: 6 },
  ],
  warnings: [{ code: "unset_variable", node: "confirm", name: "price" }],
  errors: [{ code: "expression", node: "check", expression: "n", detail: "no such key" }],
  ms: 3.2,
};
const sandbox: Shape<"Sandbox"> = {
  titles: { "service.book": "Book a service" },
  id: "71",
  bot: "7",
  bot_name: "Service Desk",
  version: "working",
  versions: [2, 1],
  language: null,
  languages: ["en", "hi", "hi-Latn"],
  channel: "whatsapp",
  now: "2026-11-24T04:30:00Z",
  clock: {
    at: "2026-11-24T04:30:00Z",
    local: "2026-11-24T10:00",
    zone: "Asia/Kolkata",
    moved: true,
    open: true,
    hours: [["09:00", "18:00"]],
    next_opening: "2026-11-25T09:00",
  },
  contact: { first_name: "Rohan" },
  declared: [
    { name: "day", type: "date" },
    { name: "price", type: "number" },
  ],
  failing: [{ node: "call", as: "timeout" }],
  messages: [{ ...message, kind: "text", options: [], text: "Hello Rohan" }],
  turns: [
    { number: 1, input: "book it", kind: "text", messages: [message], trace, at: "2026-11-24T04:30:00Z" },
    {
      number: 2,
      input: "yes",
      kind: "choice",
      messages: [{ ...message, speaker: "system", kind: "handoff", text: "", options: [], links: [] }],
      trace: { ...trace, rule: null, understanding: null, threshold: null, band: null, path: [], intent: null },
      at: "2026-11-24T04:31:00Z",
    },
  ],
  nodes: [
    { id: "check", type: "condition" },
    { id: "call", type: "call" },
    { id: "confirm", type: "choice" },
  ],
  state: {
    node: "confirm",
    variables: { day: "2030-01-07" },
    ended: false,
    waiting: "handoff",
    language: "en",
    stack: ["service.book"],
    goals: [],
  },
  link: null,
  comments: [],
  revision: 3,
};

const comment: Shape<"TesterComment"> = {
  id: "91",
  link_id: "81",
  link_name: "Dealers",
  sandbox_id: "72",
  turn: 1,
  input: "book it",
  text: "It should ask <which> car",
  author: "Ravi",
  created_at: "2026-11-24T05:00:00Z",
  done_at: null,
  done_by: null,
  revision: 1,
};
const done = { ...comment, id: "92", turn: 0, author: "", done_at: "2026-11-24T06:00:00Z", done_by: "Asha Kulkarni" };
/** A tester's conversation, as the people of the bot read it. */
const testers: Shape<"Sandbox"> = {
  ...sandbox,
  id: "72",
  link: { id: "81", name: "Dealers" },
  comments: [comment, done],
};
const link: Shape<"TesterLink"> = {
  id: "81",
  bot_id: "7",
  name: "Dealers",
  made_by: "Asha Kulkarni",
  version: "working",
  channel: "whatsapp",
  language: null,
  state: "open",
  link: "https://parley.example/test/81.0123456789abcdef0123456789abcdef",
  created_at: "2026-11-24T04:00:00Z",
  expires_at: "2026-12-01T04:00:00Z",
  revoked_at: null,
  chats: 2,
  last_at: "2026-11-24T05:00:00Z",
  comments: 2,
  open_comments: 1,
  revision: 1,
};
const list = { page: 1, per: 10, next: null, previous: null };
const revoked = {
  ...link,
  id: "82",
  name: "विक्रेता",
  version: "2",
  state: "revoked" as const,
  link: null,
  chats: 0,
  revoked_at: "2026-11-25T04:00:00Z",
  last_at: null,
  comments: 0,
  open_comments: 0,
};
/** The same conversation, as its tester sees it. */
const chat: Shape<"TesterChat"> = {
  id: "72.0123456789abcdef0123456789abcdef",
  bot_name: sandbox.bot_name,
  channel: "whatsapp",
  clock: { at: sandbox.clock.at, zone: sandbox.clock.zone },
  messages: sandbox.messages,
  turns: sandbox.turns,
  state: { ended: false, waiting: "handoff" },
  comments: [comment, done],
};

/** What a bot's frame tells beside the bot. */
const summary = {
  versions: 2,
  newest: null,
  errors: [],
  warnings: [],
  changes: 0,
  changed_at: "2026-11-20T08:00:00Z",
  changed_by: "Asha Kulkarni",
  editors: [],
  has_backup: false,
  flow_revision: 3,
  inside: {
    answers: 0,
    entities: 1,
    goals: [],
    hours: null,
    intents: 2,
    nodes: 3,
    phrases: 4,
    texts: [],
    variables: 1,
  },
};

/** The other version opens alike and answers the last turn otherwise. */
const comparison: Shape<"Comparison"> = {
  version: "2",
  messages: sandbox.messages,
  opens_otherwise: false,
  turns: sandbox.turns.map(({ number, messages }, at) =>
    at === sandbox.turns.length - 1
      ? {
          number,
          messages: [{ ...sandbox.messages[0]!, text: "Booked <b>otherwise</b>" }],
          intent: null,
          differs: true,
          parts: [
            { op: "same", text: "Booked " },
            { op: "removed", text: "<so>" },
            { op: "added", text: "otherwise" },
          ],
          differences: [
            { what: "text", name: null, a: "Booked <so>", b: "Booked otherwise" },
            { what: "options", name: null, a: ["Yes", "No"], b: [] },
            { what: "option", name: null, a: "yes", b: null },
            { what: "intent", name: null, a: "service.book", b: null },
            { what: "route", name: null, a: ["check", "call"], b: ["check"] },
            { what: "node", name: null, a: "confirm", b: "call" },
            { what: "variable", name: "day", a: "2030-01-07", b: { of: 1 } },
            { what: "other", name: null, a: null, b: null },
          ],
        }
      : { number, messages, intent: "service.book", differs: false, parts: [], differences: [] },
  ),
  parts: [],
  differences: [],
  different: 1,
};

/** The answer to a path of cases, of the frame around them or of the sandbox; undefined for any other. */
export function cases(path: string): unknown {
  if (/^\/api\/v1\/bots\/[^/]+\/summary$/.test(path)) return summary;
  if (/^\/api\/v1\/bots\/[^/]+\/cases\/\w+$/.test(path)) return example;
  if (/^\/api\/v1\/bots\/[^/]+\/cases/.test(path))
    return {
      items: [row, { ...row, id: "62", name: "किसी से बात", source: "typed", link: null, last: null }],
      total: 2,
      page: 1,
      per: 25,
      next: null,
      previous: null,
    };
  if (path.includes("/comparison?")) return comparison;
  if (path.includes("/test-links?")) return { ...list, items: [link, revoked], total: 2 };
  if (path.includes("/test-comments?")) return { ...list, items: [comment, done], total: 2 };
  if (/^\/api\/v1\/test\/[^/]+$/.test(path))
    return { bot_name: chat.bot_name, channel: "whatsapp", expires_at: link.expires_at };
  if (path.startsWith("/api/v1/test/")) return chat;
  if (path === "/api/v1/sandbox/72") return testers;
  if (path.startsWith("/api/v1/sandbox/")) return sandbox;
  return undefined;
}
