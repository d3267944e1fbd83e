/** Conversations as the API answers them, and what their filters offer. */
import type { Shape } from "../../../api";

/** How a session can have ended, in the order of every list. */
export const OUTCOMES = ["completed", "informed", "handed_off", "abandoned", "error", "open"] as const;

/** The columns the list can be sorted by. */
export const SORTS = ["created_at", "duration", "turns", "fallbacks", "csat"] as const;

/** The columns people can be sorted by. */
export const CONTACT_SORTS = ["last", "first", "sessions"] as const;

/** What a source tells of a conversation or not. */
export const FACTS = ["understanding", "latency", "cost", "rating"] as const;

/** The row counts of a page. */
export const SIZES = ["10", "25", "50", "100"] as const;

export type Conversation = Shape<"Conversation">;
export type ConversationPage = Shape<"ConversationPage">;
/** How each state of a review looks. */
export const REVIEW_TONES = { unreviewed: "quiet", correct: "good", incorrect: "bad", fixed: "acc" } as const;

/** What can have been wrong. */
export const CATEGORIES = ["intent", "no_intent", "value", "answer", "handoff", "tone", "other"] as const;

export type Flow = Shape<"Flow">;
export type SavedView = Shape<"SavedView">;
export type SavedViewPage = Shape<"SavedViewPage">;
export type Comment = Shape<"Comment">;
export type CommentPage = Shape<"CommentPage">;
export type Journey = Shape<"Journey">;
export type ContactPage = Shape<"ContactPage">;
export type ListedContact = Shape<"ListedContact">;
export type Transcript = Shape<"Transcript">;
export type Turn = Shape<"Turn">;
export type Message = Shape<"Message">;

/** How a bot of ours came to its answer: `trace` of a turn, as the engine writes it. */
export interface Trace {
  rule: number | null;
  engines: string[];
  candidates: { name: string; confidence: number }[];
  threshold: number | null;
  band: "accept" | "confirm" | "reject" | null;
  path: string[];
  variables: { before: Record<string, unknown>; after: Record<string, unknown> };
  calls: { type: string; method?: string; url?: string; status?: number | null; error?: string; ms?: number }[];
  ms: number;
}

/** How a turn and the cases would go with a fix, what it has led to, and what is asked for. */
export type Tried = Shape<"Tried">;
export type Fixed = Shape<"Fixed">;
export type Wanted = Partial<Shape<"Fix">>;

/** The fields of the filter builder, and the values of one. */
export type FilterFields = Shape<"FilterFields">;
export type FilterField = FilterFields["fields"][number];
export type FilterOptions = Shape<"FilterOptions">;
