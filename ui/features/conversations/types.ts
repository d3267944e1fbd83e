/** Conversations as the API answers them. */

/** How a session can have ended, in the order of every list. */
export const OUTCOMES = ["completed", "informed", "handed_off", "abandoned", "error", "open"] as const;

/** The columns the list can be sorted by. */
export const SORTS = ["created_at", "duration", "turns", "fallbacks", "csat"] as const;

/** The group tabs, in order. */
export const GROUPS = ["overall", "service", "sales", "psf"] as const;

/** The range presets offered, in order. */
export const PRESETS = ["last_7_days", "last_28_days", "this_month", "last_month", "this_year", "last_year", "all"] as const;

/** Every channel a conversation can come from. */
export const CHANNELS = ["web", "whatsapp", "messenger", "telegram", "slack", "voice", "sms", "rest", "openai"] as const;

/** Which traffic is listed. */
export const TRAFFIC = ["real", "test", "all"] as const;

/** The row counts of a page. */
export const SIZES = ["10", "25", "50", "100"] as const;

export interface Conversation {
  id: string;
  started_at: string;
  ended_at: string | null;
  contact: { id: string; name: string; last4: string | null };
  bot: { id: string; name: string; group: string };
  channel: string;
  outlet: { id: string; name: string } | null;
  outcome: string;
  turns: number;
  messages: number;
  duration_ms: number | null;
  fallbacks: number;
  csat: number | null;
  intent: string | null;
  language: string;
  source_id: string | null;
  first_text: string;
  snippet: string | null;
}

export interface ConversationPage {
  items: Conversation[];
  total: number;
  page: number | null;
  per: number;
  next: string | null;
  previous: string | null;
  as_of: string | null;
  zone: string;
  /** Null when the list has no range at all. */
  range: { from: string; to: string } | null;
  options: { bots: { id: string; name: string }[]; channels: string[]; outcomes: string[] };
}

export interface Message {
  id: string;
  speaker: "user" | "bot" | "agent" | "system";
  kind: string;
  text: string;
  at: string;
  entities: Record<string, unknown> | null;
  acts: (string | { act?: string })[] | null;
}

export interface Turn {
  number: number;
  intent: string | null;
  confidence: number | null;
  fallback: boolean;
  cause: string | null;
  latency_ms: number | null;
  messages: Message[];
}

/** One conversation; `turns` is the list here, the count in a row of the list. */
export interface Transcript extends Omit<Conversation, "turns"> {
  turns: Turn[];
  /** The client's zone, in which the instants are told. */
  zone: string;
  facts: {
    bot_version: number | null;
    policy_version: number | null;
    source: string | null;
    goals: string[];
    times_made_up: boolean;
    traffic: string;
  };
  neighbours: { previous: string | null; next: string | null };
}
