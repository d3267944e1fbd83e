/** The conversation pages: the list, and one conversation inside the list it was found in. */
import { flag, grammar, ids, int, many, oneOf, page, place, range, text, zone } from "../../page";
import { conversationsApi, type ConversationArgs } from "./api";
import { CHANNELS, GROUPS, OUTCOMES, SIZES, SORTS, TRAFFIC } from "./types";

export const listGrammar = grammar({
  bot: ids(),
  grp: oneOf(GROUPS, "overall"),
  r: range("last_28_days"),
  tz: zone("client"),
  ch: many(CHANNELS),
  outcome: many(OUTCOMES),
  engaged: flag(),
  goal: flag(),
  rated: many(["1", "2", "3", "4", "5"]),
  fallbacks: int({ default: 0, min: 0, max: 99 }),
  intent: text({ max: 120 }),
  handoff: flag(),
  lang: text({ max: 12 }),
  contact: ids(),
  traffic: oneOf(TRAFFIC, "real"),
  q: text({ max: 200 }),
  sort: oneOf([...SORTS, ...SORTS.map((key) => `-${key}` as const)], "-created_at"),
  page: place(),
  per: oneOf(SIZES, "10"),
  is: text({ max: 60 }),
});

export const transcriptGrammar = grammar({ ...listGrammar, turn: int({ default: 0, min: 0, max: 100_000 }) });

/** The list a transcript was opened from: the same call as the list page makes. */
export function listOf<T extends ConversationArgs>(query: T): ConversationArgs {
  const { turn: _turn, ...list } = query as T & { turn?: number };
  return list;
}

export const pages = [
  page({
    name: "conversations",
    path: "/reports/conversations",
    area: "conversations",
    access: { action: "read", subject: "Conversation" },
    title: "conversations.title",
    query: listGrammar,
    needs: ({ query }) => [conversationsApi.endpoints.conversations.initiate(query)],
    styles: ["charts", "conversations"],
    head: ({ t }) => ({ description: t("conversations.description"), robots: "noindex" }),
    view: () => import("./ListPage"),
  }),
  page({
    name: "conversation",
    path: "/reports/conversations/:id",
    area: "conversations",
    access: { action: "read", subject: "Conversation" },
    title: ({ t, params, query, state }) => {
      const name = conversationsApi.endpoints.conversation.select({ id: params.id, list: listOf(query) })(state).data?.contact.name;
      return name ? t("conversations.one", { name }) : t("conversations.title");
    },
    query: transcriptGrammar,
    needs: ({ query, params }) => [
      conversationsApi.endpoints.conversation.initiate({ id: params.id, list: listOf(query) }),
      conversationsApi.endpoints.conversations.initiate(listOf(query)),
    ],
    proof: "/api/v1/conversations/:id",
    styles: ["charts", "chat", "conversations"],
    view: () => import("./TranscriptPage"),
  }),
];
