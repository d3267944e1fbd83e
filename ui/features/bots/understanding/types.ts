/** Training and reading texts, as the API answers them. */

/** How training stands, and the figures of the model that answers. */
export interface Training {
  state: "none" | "queued" | "running" | "ready" | "failed";
  progress: number;
  stale: boolean;
  error: string | null;
  engines: string[];
  threshold: number | null;
  accuracy: number | null;
  intents: { name: string; phrases: number; f1: number | null }[];
  confusions: Confusion[];
  trained_at: string | null;
}

/** Phrases of one intent that were taken for another; for none it is a question of the knowledge. */
export interface Confusion {
  intent: string;
  taken_for: string | null;
  count: number;
  phrases: string[];
}

export type Band = "accept" | "confirm" | "reject";

/** What a text means. */
export interface Parsed {
  intent: { name: string; confidence: number } | null;
  band: Band;
  threshold: number;
  candidates: { name: string; confidence: number }[];
  entities: { type: string; value: unknown; text: string; start: number; end: number }[];
  language: string | null;
  engines: string[];
}

/** From which part of the threshold the bot asks what was meant. */
export const ASKS = 0.5;
/** How many texts are read at once. */
export const MOST_TEXTS = 100;
