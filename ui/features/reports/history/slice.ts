/** What other features say of a list of conversations: its range and the filters that narrow it, in words. */
import type { Formatter } from "../../../lib/format";
import type { TextFunction } from "../../../lib/messages";
import { readQuery } from "../../../page";
import { activeFilters, conditionLabel } from "./filters";
import { listGrammar } from "./query";
import type { ConversationPage } from "./types";

/** The words of one list by its query; the server names its intent and conditions, the reader's bots its bots. */
export function contentOf(
  {
    query,
    intent_title: intentTitle,
    conditions,
  }: { query: string } & Pick<ConversationPage, "intent_title" | "conditions">,
  bots: readonly { id: string; name: string }[],
  t: TextFunction,
  f: Formatter,
): { range: string; filters: string[] } {
  const { values } = readQuery(listGrammar, new URLSearchParams(query));
  const [from, to] = values.r.split("..");
  const options = { bots, channels: [] } as unknown as ConversationPage["options"];
  return {
    range: from && to ? f.range(from, to) : t(`conversations.r.${values.r}`), // i18n: conversations.r.*
    filters: [
      ...activeFilters(values, options, t, f, intentTitle).map(({ label, value }) => `${label}: \u2068${value}\u2069`),
      ...conditions.map((row) => `${conditionLabel(row, t)}: \u2068${row.values.join(f.comma)}\u2069`),
    ],
  };
}
