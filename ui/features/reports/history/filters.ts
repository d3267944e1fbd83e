/** Which filters narrow the list, as the reader names them. */
import type { Formatter } from "../../../lib/format";
import type { TextFunction } from "../../../lib/messages";
import { codeWords } from "../../../lib/codes";
import { DEFAULTS, type ConversationArgs } from "./api";
import { placeText } from "../filters/values";
import type { ConversationPage } from "./types";

/** One narrowing filter: its query key, its name and its value in words. */
export interface Active {
  key: keyof ConversationArgs;
  label: string;
  value: string;
}

/** The filters in force, in the order of the address; range, sort and paging are not among them. */
export function activeFilters(
  query: ConversationArgs,
  options: ConversationPage["options"],
  t: TextFunction,
  f: Formatter,
  intentTitle: string | null = null,
): Active[] {
  const out: Active[] = [];
  const add = (key: Active["key"], label: string, value: string) =>
    // i18n: conversations.evidence conversations.engaged conversations.goal conversations.handoff
    // i18n: conversations.zone conversations.rated conversations.traffic conversations.data conversations.lang
    // i18n: conversations.q conversations.outlet
    out.push({ key, label: t(`conversations.${label}`), value });
  const entriesOf = (prefix: string, values: string[]) =>
    // i18n: conversations.o.* conversations.g.* conversations.is.* conversations.tr.*
    values.map((value) => t(`conversations.${prefix}.${value}`)).join(f.comma);
  if (query.is) add("is", "evidence", evidence(query.is, t));
  if (query.bot.length)
    add("bot", "bot", query.bot.map((id) => options.bots.find((bot) => bot.id === id)?.name ?? id).join(f.comma));
  if (query.grp !== DEFAULTS.grp) add("grp", "group", entriesOf("g", [query.grp]));
  if (query.ch.length) {
    const names = query.ch.map((channel) => t(`channel.${channel}`)); // i18n: channel.*
    add("ch", "channel", names.join(f.comma));
  }
  if (query.out.length) add("out", "outlet", placeText(options.places, query.out, t));
  if (query.outcome.length) add("outcome", "outcome", entriesOf("o", query.outcome));
  if (query.engaged) add("engaged", "engaged", t("conversations.yes"));
  if (query.goal) add("goal", "goal", t("conversations.yes"));
  if (query.handoff) add("handoff", "handoff", t("conversations.yes"));
  if (query.rated.length) add("rated", "rated", query.rated.join(f.comma));
  if (query.fallbacks > 0) add("fallbacks", "fallbacks", t("conversations.orMore", { n: query.fallbacks }));
  if (query.intent) add("intent", "intent", intentTitle ?? codeWords(query.intent));
  if (query.lang) add("lang", "language", query.lang);
  if (query.contact.length) add("contact", "contact", f.number(query.contact.length));
  if (query.traffic !== DEFAULTS.traffic) add("traffic", "traffic", entriesOf("tr", [query.traffic]));
  if (query.data !== DEFAULTS.data) add("data", "data", t("conversations.withEstimated"));
  if (query.tz !== DEFAULTS.tz) add("tz", "zone", query.tz);
  if (query.q) add("q", "q", query.q);
  return out;
}

/** An evidence filter in words; one this build does not know is shown as it is written. */
function evidence(id: string, t: TextFunction): string {
  const key = `conversations.is.${id}`;
  const text = t(key);
  return text === key ? id : text;
}

/** A condition's field and operator in words. */
export const conditionLabel = (
  { label, op }: Pick<ConversationPage["conditions"][number], "label" | "op">,
  t: TextFunction,
): string => `${label} ${t(`filters.op.${op}`)}`; // i18n: filters.op.*
