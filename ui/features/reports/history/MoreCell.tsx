/** The cells of columns that are shown when they are chosen. */
import type { ReactNode } from "react";
import { Pill } from "../../../components";
import { codeWords } from "../../../lib/codes";
import type { Formatter } from "../../../lib/format";
import { useFormat, useText } from "../../../lib/i18n";
import type { TextFunction } from "../../../lib/messages";
import type { ColumnName } from "./columnNames";
import { erasedText } from "./erased";
import { REVIEW_TONES, type Conversation } from "./types";

/** Yes, no, or a dash where neither can be said. */
const yesNo = (is: boolean | null, t: TextFunction, f: Formatter) =>
  is === null ? f.number(null) : t(is ? "filters.yes" : "filters.no");

type Cell = (row: Conversation, t: TextFunction, f: Formatter, zone: string) => ReactNode;

const CELLS: Partial<Record<ColumnName, Cell>> = {
  id: (row) => <bdi className="mono">{row.id}</bdi>,
  ended_at: (row, _t, f, zone) => (row.ended_at === null ? f.number(null) : f.dateTime(row.ended_at, zone)),
  contact_last4: (row, _t, f) => row.contact.last4 ?? f.number(null),
  group: (row, t) => t(`conversations.g.${row.bot.group}`), // i18n: conversations.g.*
  messages: (row, _t, f) => f.number(row.messages),
  intent: (row, _t, f) => row.intent_title ?? f.number(null),
  language: (row) => row.language,
  goals: (row, _t, f) => (row.goals.length > 0 ? f.list(row.goals.map(codeWords)) : f.number(null)),
  source_id: (row, _t, f) => <bdi className="mono">{row.source_id ?? f.number(null)}</bdi>,
  first_text: (row) => <span dir="auto">{row.first_text}</span>,
  times: (row, t) => t(row.estimated ? "views.estimated" : "views.measured"),
  contents: (row, t) => (row.erased_days === null ? t("views.kept") : erasedText(row.erased_days, t)),
  contact_id: (row) => <bdi className="mono">{row.contact.id}</bdi>,
  version: (row, _t, f) => f.number(row.version),
  traffic: (row, t) => t(`conversations.tr.${row.traffic}`), // i18n: conversations.tr.*
  source: (row) => <bdi className="mono">{row.source}</bdi>,
  engaged: (row, t, f) => yesNo(row.engaged, t, f),
  first_time: (row, t, f) => yesNo(row.first_time, t, f),
  messages_in: (row, _t, f) => f.number(row.messages_in),
  messages_out: (row, _t, f) => f.number(row.messages_out),
  agent_messages: (row, _t, f) => f.number(row.agent_messages),
  nlu_turns: (row, _t, f) => f.number(row.nlu_turns),
  failed_turns: (row, _t, f) => f.number(row.failed_turns),
  // i18n: filters.handoff.*
  handoff: (row, t, f) => (row.handoff === null ? f.number(null) : t(`filters.handoff.${row.handoff}`)),
  resolved: (row, t, f) => yesNo(row.resolved, t, f),
  last_node: (row, _t, f) => (row.last_node === null ? f.number(null) : codeWords(row.last_node)),
  tags: (row, _t, f) =>
    row.tags.length === 0
      ? f.number(null)
      : row.tags.map((tag) => (
          <span key={tag} className="chip">
            <bdi>{tag}</bdi>
          </span>
        )),
  // i18n: review.s.* review.c.*
  review: ({ review }, t) => <Pill tone={REVIEW_TONES[review.state]}>{t(`review.s.${review.state}`)}</Pill>,
  category: ({ review }, t, f) => (review.category === null ? f.number(null) : t(`review.c.${review.category}`)),
  reviewer: ({ review }, _t, f) => review.reviewer?.name ?? f.number(null),
};

/** What a column shows of a conversation. */
export function MoreCell({ name, row, zone }: { name: ColumnName; row: Conversation; zone: string }) {
  const t = useText();
  const f = useFormat();
  return CELLS[name]?.(row, t, f, zone) ?? null;
}
