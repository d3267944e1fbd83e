/** Conversation answers, valid by default. */
import type { Shape } from "../../../../ui/api";
import type {
  CommentPage,
  Conversation,
  ConversationPage,
  SavedViewPage,
  Transcript,
} from "../../../../ui/features/reports/history/types";

const REVIEW: Conversation["review"] = {
  state: "incorrect",
  category: "value",
  note: "The price is <old>.",
  tags: ["price <b>"],
  reviewer: { id: "9", name: "Neha Gowda" },
  reviewed_at: "2026-11-22T08:11:00Z",
  possible: ["correct", "incorrect", "fixed"],
  revision: 2,
};

/** One row of the list. */
export function row(id: string, changes: Partial<Conversation> = {}): Conversation {
  return {
    id,
    started_at: "2026-11-21T08:11:00Z",
    estimated: false,
    ended_at: "2026-11-21T08:23:21Z",
    contact: { id: "5", name: "Rohan Deshpande", last4: "4821" },
    bot: { id: "7", name: "Service Desk", group: "service" },
    channel: "whatsapp",
    outlet: null,
    outcome: "handed_off",
    goals: [],
    turns: 6,
    messages: 12,
    duration_ms: 741_000,
    fallbacks: 1,
    csat: null,
    intent: "service.book",
    intent_title: "Book a service",
    language: "en",
    source_id: "c_81942",
    first_text: "Hi, need to book service",
    erased_days: null,
    version: 3,
    traffic: "real",
    source: "live",
    engaged: true,
    first_time: false,
    messages_in: 6,
    messages_out: 5,
    agent_messages: 1,
    nlu_turns: 4,
    failed_turns: 0,
    handoff: "accepted",
    resolved: null,
    last_node: "ask_day",
    snippet: null,
    tags: ["price <b>"],
    review: REVIEW,
    ...changes,
  };
}

/** One page of the list. */
export function list(changes: Partial<ConversationPage> = {}): ConversationPage {
  return {
    items: [row("1"), row("2", { outcome: "abandoned" }), row("3")],
    intent_title: null,
    total: 1284,
    page: 1,
    per: 10,
    next: "2",
    previous: null,
    as_of: "2026-11-21T08:32:31Z",
    zone: "Asia/Kolkata",
    excluded: { estimated: 0 },
    gone: [],
    clipped: null,
    conditions: [],
    holds: null,
    removes_most: null,
    masked: false,
    range: { from: "2026-10-24", to: "2026-11-20" },
    options: {
      bots: [{ id: "7", name: "Service Desk", group: "service" }],
      places: [
        { kind: "parent", id: "3", name: "Meridian North" },
        { kind: "city", id: "5", name: "Pune" },
      ],
      channels: ["web", "whatsapp"],
      outcomes: [],
    },
    ...changes,
  };
}

/** One conversation of two turns. */
export function transcript(id: string, changes: Partial<Transcript> = {}): Transcript {
  const message = (number: number, speaker: "user" | "bot", text: string) => ({
    id: `m${number}${speaker}`,
    speaker,
    kind: "text",
    text,
    at: "2026-11-21T08:11:00Z",
    entities: {},
    acts: [],
    erased_days: null,
  });
  return {
    ...row(id),
    zone: "Asia/Kolkata",
    intents: ["service.book", "service.price"],
    titles: { "service.book": "Book a service", "service.price": "What a service costs" },
    fixed: [],
    turns: [
      {
        number: 1,
        intent: "service.book",
        intent_title: "Book a service",
        confidence: 0.93,
        fallback: false,
        cause: null,
        latency_ms: 640,
        trace: null,
        messages: [message(1, "user", "Hi, need to book service"), message(1, "bot", "Is this for <MH 12>?")],
      },
      {
        number: 2,
        intent: "service.price",
        intent_title: "What a service costs",
        confidence: 0.47,
        fallback: true,
        cause: "low_confidence",
        latency_ms: 840,
        trace: null,
        messages: [
          { ...message(2, "user", "why 11,800??"), entities: { price: 11_800 }, acts: [{ act: "INFORM" }] },
          message(2, "bot", "Sorry?"),
        ],
      },
    ],
    facts: {
      bot_version: 41,
      policy_version: 1,
      source: "import",
      goals: ["BookService"],
      known: { times: "estimated", people: "unknown", facts: ["understanding"], imported: true },
      traffic: "real",
      origin: "ad",
      referral: "google / spring",
      offer: null,
    },
    neighbours: { previous: "99", next: "98" },
    ...changes,
  };
}

/** One page of comments, one of them the reader's. */
export function comments(): CommentPage {
  const message = {
    author: "Neha <Gowda>",
    text: "@Asha is this\n<right>?",
    created_at: "2026-11-22T08:11:00Z",
    revision: 1,
  };
  return {
    items: [
      { ...message, id: "11", own: false },
      { ...message, id: "12", own: true },
    ],
    total: 60,
    page: 1,
    per: 50,
    next: "2",
    previous: null,
    people: [{ id: "4", name: "Asha <Kulkarni>" }],
  };
}

/** How many conversations the tabs have: more than are counted, and too many to be looked through. */
export function viewCounts(): Shape<"SavedViewCounts"> {
  return {
    items: [
      { id: "review", count: 38 },
      { id: "21", count: 100 },
      { id: "22", count: null },
    ],
  };
}

/** Two saved views, one of them the reader's. */
export function savedViews(): SavedViewPage {
  const view = { area: "conversations", query: "outcome=error", created_at: "2026-11-22T08:11:00Z", revision: 1 };
  const link = "/reports/conversations?outcome=error";
  return {
    items: [
      { ...view, id: "21", name: "Went <wrong>", shared: true, own: true, link },
      { ...view, id: "22", name: "Rated 1 or 2", shared: true, own: false, link: "/reports/conversations?rated=1,2" },
    ],
    total: 2,
    page: 1,
    per: 100,
    next: null,
    previous: null,
  };
}
