/** The dashboard as the API answers it. */

/** The group tabs, in order. */
export const GROUPS = ["overall", "service", "sales", "psf"] as const;

/** The range presets offered, in order. */
export const PRESETS = ["last_7_days", "last_28_days", "this_month", "last_month", "this_year", "last_year", "all"] as const;

/** The comparison periods offered, in order. */
export const COMPARISONS = ["prev", "wk", "py", "none"] as const;

/** Every channel a conversation can come from. */
export const CHANNELS = ["web", "whatsapp", "messenger", "telegram", "slack", "voice", "sms", "rest", "openai"] as const;

export interface Filters {
  bot: string[];
  grp: string;
  r: string;
  tz: string;
  cmp: string;
  ch: string[];
  today: boolean;
  g: string;
  from: string;
  to: string;
  zone: string;
  compared: { from: string; to: string } | null;
}

export interface Card {
  id: string;
  version: number;
  value: number | null;
  unit: "count" | "percent" | "money" | "score";
  num: number | null;
  den: number | null;
  previous: number | null;
  delta: number | null;
  delta_unit: "percent" | "pp" | "new" | "none";
  better: "up" | "down";
  provisional: boolean;
  spark: (number | null)[];
  link: string;
  population_link: string | null;
  formula: string;
  population: string;
  new?: number;
  returning?: number;
  total?: number;
  /** Of people too many to count at once: how far the job is that counts them. */
  counting?: { state: string; progress: number; as_of: string | null; current: boolean; call: string };
}

export interface Bucket {
  start: string;
  service: number;
  sales: number;
  psf: number;
  total: number;
  previous: number | null;
  partial: boolean;
  provisional: boolean;
  /** When its number was last changed after it was final. */
  restated_at: string | null;
  link: string;
}

export interface OutcomeRow {
  id: string;
  count: number;
  share: number | null;
  delta: number | null;
  link: string;
}

export interface ChannelRow {
  channel: string;
  sessions: number;
  share: number;
  delta: number | null;
  csat: number | null;
  ratings: number;
  fallback: number | null;
  link: string;
}

export interface IntentRow {
  intent: string;
  turns: number;
  share: number;
  confidence: number | null;
  fallback_after: number | null;
  csat: number | null;
  link: string;
}

export interface Dashboard {
  filters: Filters;
  options: { bots: { id: string; name: string; group: string }[]; channels: string[]; zones: string[] };
  as_of: string | null;
  currency: string;
  excluded: { test: number; open: number };
  cards: Card[];
  series: { g: string; buckets: Bucket[] };
  outcomes: { ended: number; items: OutcomeRow[] };
  channels: ChannelRow[];
  intents: { turns: number | null; items: IntentRow[] };
  heat: { cells: number[][]; max: number; peak: { weekday: number; hour: number; value: number } | null };
}
