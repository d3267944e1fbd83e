/** The columns of the list by the names that addresses and files have for them. */
import type { TextFunction } from "../../../lib/messages";

/** What each column is called. */
const HEADS = {
  started_at: "conversations.started",
  ended_at: "views.ended",
  contact: "conversations.contact",
  contact_last4: "filters.f.last4",
  bot: "conversations.bot",
  group: "filters.f.group",
  channel: "conversations.channel",
  outlet: "conversations.outlet",
  outcome: "conversations.outcome",
  turns: "conversations.turns",
  messages: "filters.f.messages",
  duration_ms: "conversations.duration",
  fallbacks: "conversations.fallbacks",
  csat: "conversations.csat",
  intent: "conversations.intent",
  language: "filters.f.language",
  goals: "conversations.goals",
  tags: "filters.f.tag",
  review: "filters.f.review",
  category: "filters.f.category",
  reviewer: "filters.f.reviewer",
  first_text: "filters.f.first_text",
  source_id: "filters.f.source_id",
  id: "conversations.id",
  times: "views.times",
  contents: "views.contents",
  contact_id: "views.contactId",
  version: "filters.f.version",
  traffic: "conversations.traffic",
  source: "filters.f.source",
  engaged: "filters.f.engaged",
  first_time: "filters.f.first_time",
  messages_in: "views.messagesIn",
  messages_out: "views.messagesOut",
  agent_messages: "filters.f.agent_messages",
  nlu_turns: "views.nluTurns",
  failed_turns: "filters.f.failed_turns",
  handoff: "filters.f.handoff",
  resolved: "filters.f.resolved",
  last_node: "filters.f.last_node",
} as const;

export type ColumnName = keyof typeof HEADS;

/** All of them, in the order in which they are offered. */
export const COLUMNS = Object.keys(HEADS) as ColumnName[];

/** What is shown without a choice. */
export const DEFAULT_COLUMNS: readonly ColumnName[] = [
  "started_at",
  "contact",
  "bot",
  "channel",
  "outlet",
  "outcome",
  "turns",
  "duration_ms",
  "fallbacks",
  "csat",
  "tags",
  "review",
];

/** The columns an address chooses, in its order. */
export function chosenColumns(cols: string): readonly ColumnName[] {
  const chosen = [...new Set(cols.split(",").map((name) => name.trim()))];
  const columns = chosen.filter((name): name is ColumnName => Object.hasOwn(HEADS, name));
  return columns.length > 0 ? columns : DEFAULT_COLUMNS;
}

/** The head of a column. */
export const columnHead = (name: ColumnName, t: TextFunction): string => t(HEADS[name]);
// i18n: conversations.started conversations.contact conversations.bot conversations.channel conversations.outlet
// i18n: conversations.outcome conversations.turns conversations.duration conversations.fallbacks conversations.csat
// i18n: conversations.intent conversations.goals conversations.id conversations.traffic filters.f.* views.*
