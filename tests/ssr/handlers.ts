/** A bot's handlers, and what another one would have answered. */
import type { HandlerCalls, Handlers, Shadows } from "../../ui/features/bots/handlers/api";

const ASKED = {
  url: "",
  model: "",
  instruction: "",
  timeout_s: 10,
  retries: 1,
  has_secret: false,
  secret_end: "",
  secret_name: null,
};

export const MODEL = {
  ...ASKED,
  url: "https://llm.meridian.example/v1",
  model: "meridian-chat-2",
  timeout_s: 8,
  has_secret: true,
  secret_end: "9f2c",
};

export const HANDLERS: Handlers = {
  ...ASKED,
  kind: "knowledge",
  fallback: ["openai"],
  order: ["knowledge", "openai", "http", "rasa"],
  openai: MODEL,
  shadow: { ...ASKED, kind: "rasa", url: "https://rasa.meridian.example" },
  revision: 3,
};

export const SHADOWS: Shadows = {
  counts: { answered: 370, no_reply: 22, failed: 13 },
  items: [
    {
      id: "5",
      conversation: "7",
      kind: "rasa",
      outcome: "answered",
      input: "gaadi ka AC thanda nahi kar raha",
      answered: "Sorry, say that again?",
      text: "AC check-up: we can look at it today at 16:30.",
      same: false,
      error: "",
      ms: 412,
      usage: null,
      at: "2026-11-20T08:00:00Z",
    },
  ],
  total: 405,
  page: 1,
  per: 10,
  next: "2",
  previous: null,
};

export const CALLS: HandlerCalls = {
  conversations: 120,
  read: 120,
  items: [
    { kind: "knowledge", calls: 521, answered: 400, silent: 121, failed: 0, refused: 0, p95_ms: 600 },
    { kind: "openai", calls: 208, answered: 190, silent: 2, failed: 12, refused: 4, p95_ms: 3100 },
    { kind: "rasa", calls: 0, answered: 0, silent: 0, failed: 0, refused: 0, p95_ms: null },
    { kind: "http", calls: 12, answered: 9, silent: 0, failed: 2, refused: 1, p95_ms: 900 },
  ],
};

/** The answer to a path of theirs; nothing for any other. */
export function handlers(path: string): unknown {
  if (/\/bots\/\d+\/handler\/shadow/.test(path)) return SHADOWS;
  if (/\/bots\/\d+\/handler\/calls/.test(path)) return CALLS;
  if (/\/bots\/\d+\/handler/.test(path)) return HANDLERS;
  return undefined;
}
