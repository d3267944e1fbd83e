/** The pages of the inbox: the list, and one conversation beside it. */
import { can } from "../../lib/session";
import { page, type PageKeys, type PageRef, privateHead } from "../../page";
import { accepted, inboxApi, type Narrowed } from "./api";
import { inboxGrammar, type LISTS } from "./query";
import { INBOX } from "./types";

// i18n: inbox.done.* inbox.key.*
const ofConversation: PageKeys = [["1 2 3", "snippet"]];
const { handoffs, handoff, handoffTexts, desk, colleagues } = inboxApi.endpoints;

/** What the list at the side needs. */
const beside = ({ state, page, queue, outlet }: Narrowed & { state: (typeof LISTS)[number]; page: PageRef }) => [
  ...(state === "open"
    ? [handoffs.initiate(accepted({ queue, outlet })), handoffs.initiate({ state: "requested", page, queue, outlet })]
    : [handoffs.initiate({ state, page, queue, outlet })]),
  desk.initiate(),
];

const look = {
  area: "inbox",
  access: { action: "read", subject: "Inbox" },
  query: inboxGrammar,
} as const;

export const pages = [
  page({
    ...look,
    name: "inbox",
    icon: "inbox",
    menu: { group: "work", order: 1 },
    path: INBOX,
    title: "inbox.title",
    needs: ({ query }) => beside(query),
    head: privateHead("inbox.description"),
    view: () => import("./InboxPage"),
  }),
  page({
    ...look,
    name: "handoff",
    path: "/inbox/:id",
    keys: ofConversation,
    title: ({ t, params, state }) => {
      const name = handoff.select(params.id)(state).data?.contact.name;
      return name ? t("inbox.one", { name }) : t("inbox.title");
    },
    needs: ({ params, query, session }) => [
      handoff.initiate(params.id),
      ...(can(session.user?.ability ?? [], "update", "Inbox")
        ? [handoffTexts.initiate(params.id), colleagues.initiate(params.id)]
        : []),
      ...beside(query),
    ],
    head: privateHead("inbox.description"),
    proof: "/api/v1/handoffs/:id",
    view: () => import("./InboxPage"),
  }),
];
