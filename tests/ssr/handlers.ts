/** A bot's handlers, and what another one would have answered. */
import type { Handlers, Shadows } from "../../ui/features/bots/handlers/api";

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

/** The answer to a path of theirs; nothing for any other. */
export function handlers(path: string): unknown {
  if (/\/bots\/\d+\/handler\/shadow/.test(path)) return SHADOWS;
  if (/\/bots\/\d+\/handler/.test(path)) return HANDLERS;
  return undefined;
}
