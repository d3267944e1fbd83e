/** The pages of the chat: the list, and one conversation beside it. */
import { page, type PageKeys, type PageRef, privateHead } from "../../../page";
import { chatApi } from "./api";
import { CHAT } from "./types";
import { talkGrammar, chatGrammar } from "./query";

interface Lists {
  q: string;
  page: PageRef;
  people: PageRef;
}

const { talks, talkPeople, talkHits, talkPerson, talk, ownTalker } = chatApi.endpoints;

/** What the lists at the side need. */
const beside = ({ q, page, people }: Lists) => [
  talks.initiate({ q, page }),
  talkPeople.initiate({ q, page: people }),
  ownTalker.initiate(),
  ...(q ? [talkHits.initiate(q)] : []),
];

// i18n: chat.done.*
// i18n: chat.key.*
const keys: PageKeys = [
  ["j k", "move"],
  ["m", "write"],
];

const look = {
  area: "chat",
  keys,
  access: "user",
} as const;

export const pages = [
  page({
    ...look,
    name: "chat",
    icon: "message-circle",
    menu: { group: "apps", order: 2 },
    path: CHAT,
    title: "chat.title",
    query: chatGrammar,
    needs: ({ query }) => beside(query),
    head: privateHead("chat.description"),
    view: () => import("./ChatPage"),
  }),
  page({
    ...look,
    name: "talk",
    path: "/apps/chat/:id",
    title: ({ t, params, query, state }) =>
      talk.select({ id: params.id, upto: query.upto, around: query.at })(state).data?.person.full_name ??
      t("chat.title"),
    query: talkGrammar,
    needs: ({ params: { id }, query }) => [
      talk.initiate({ id, upto: query.upto, around: query.at }),
      ...beside(query),
      ...(query.profile ? [talkPerson.initiate(id)] : []),
    ],
    head: privateHead("chat.description"),
    proof: "/api/v1/chat/people/:id",
    view: () => import("./ChatPage"),
  }),
];
