/** The reading calls of conversations. */
import { api, path, type Shape } from "../../../api";
import type {
  CommentPage,
  FilterFields,
  FilterOptions,
  Flow,
  ContactPage,
  ConversationPage,
  Fixed,
  Journey,
  SavedViewPage,
  Transcript,
  Tried,
  Wanted,
} from "./types";
import type { PageRef } from "../../../page";

/** The part of the page's query the list call takes. */
export interface ConversationArgs {
  bot: string[];
  grp: string;
  r: string;
  today: boolean;
  tz: string;
  ch: string[];
  out: string[];
  outcome: string[];
  engaged: boolean;
  goal: boolean;
  rated: string[];
  fallbacks: number;
  intent: string;
  handoff: boolean;
  lang: string;
  contact: string[];
  traffic: string;
  data: string;
  q: string;
  sort: string;
  page: PageRef;
  per: string;
  is: string;
  f: string[];
  cols: string;
}

/** The page's query as the list of people takes it. */
export interface ContactArgs {
  bot: string[];
  grp: string;
  r: string;
  tz: string;
  ch: string[];
  out: string[];
  lang: string;
  traffic: string;
  data: string;
  is: string;
  sort: string;
  page: PageRef;
  per: string;
}

/** What a list without any choice is. */
export const DEFAULTS = {
  grp: "overall",
  r: "recent",
  tz: "client",
  traffic: "real",
  data: "measured",
  sort: "-created_at",
  page: 1,
  per: "10",
  fallbacks: 0,
} as const;

/** The list's filters as the call takes them; defaults are left out, so that both sides write the same address. */
export function listQuery(args: object) {
  return Object.fromEntries(
    Object.entries(args)
      .filter(([key, value]) => value !== (DEFAULTS as Record<string, unknown>)[key])
      .map(([key, value]) => [key, key === "f" ? (value as string[]).join(";") : value]),
  );
}

/** What a turn should have been. */
export interface Fixing {
  id: string;
  turn: number;
  fix: Wanted;
}

/** The call that fixes a turn. */
export const fixPath = (id: string, turn: number) => `/api/v1/conversations/${id}/turns/${turn}/fix`;

/** The calls of saved views. */
export const VIEWS = "/api/v1/saved-views";

/** The call that writes what people say of a conversation. */
export const reviewPath = (id: string, part: "review" | "tags" | "comments") => `/api/v1/conversations/${id}/${part}`;

export const conversationsApi = api.enhanceEndpoints({ addTagTypes: ["Conversation"] }).injectEndpoints({
  endpoints: (build) => ({
    conversations: build.query<ConversationPage, ConversationArgs>({
      query: (args) => path("/api/v1/conversations", listQuery(args)),
      providesTags: ["Conversation"],
    }),
    filterFields: build.query<FilterFields, null>({ query: () => "/api/v1/conversations/filters" }),
    filterOptions: build.query<FilterOptions, { key: string; find: string; list: ConversationArgs }>({
      query: ({ key, find, list: { sort: _sort, page: _page, per: _per, q, ...list } }) =>
        path(`/api/v1/conversations/filters/${key}/options`, { ...listQuery(list), q: find, words: q }),
    }),
    contacts: build.query<ContactPage, ContactArgs>({
      query: (args) =>
        path("/api/v1/contacts", {
          ...listQuery({ ...args, sort: "" }),
          r: args.r === "last_28_days" ? undefined : args.r,
          sort: args.sort === "-last" ? undefined : args.sort,
        }),
      providesTags: ["Conversation"],
    }),
    tryFix: build.mutation<Tried, Fixing>({
      query: ({ id, turn, fix }) => ({ path: `${fixPath(id, turn)}/try`, method: "POST", body: fix }),
    }),
    fixTurn: build.mutation<Fixed, Fixing>({
      query: ({ id, turn, fix }) => ({ path: fixPath(id, turn), method: "POST", body: fix }),
      invalidatesTags: ["Conversation"],
    }),
    undoFix: build.mutation<null, Omit<Fixing, "fix">>({
      query: ({ id, turn }) => ({ path: `${fixPath(id, turn)}/undo`, method: "POST" }),
      invalidatesTags: ["Conversation"],
    }),
    savedViews: build.query<SavedViewPage, null>({
      query: () => path(VIEWS, { area: "conversations", per: 100 }),
      providesTags: ["Conversation"],
    }),
    viewCounts: build.query<Shape<"SavedViewCounts">, null>({
      query: () => `${VIEWS}/counts`,
      providesTags: ["Conversation"],
    }),
    comments: build.query<CommentPage, { id: string; page: PageRef }>({
      query: ({ id, page }) => path(reviewPath(id, "comments"), { page: page === 1 ? "" : page, per: 50 }),
      providesTags: ["Conversation"],
    }),
    flowOfBot: build.query<Flow, string>({
      query: (bot) => `/api/v1/bots/${bot}/flow`,
      providesTags: ["Conversation"],
    }),
    journey: build.query<Journey, string>({
      query: (id) => `/api/v1/conversations/${id}/journey`,
      providesTags: ["Conversation"],
    }),
    conversation: build.query<Transcript, { id: string; list: ConversationArgs }>({
      // The filters go along, so that the neighbours are those of the list one reads in.
      query: ({ id, list }) => path(`/api/v1/conversations/${id}`, listQuery(list)),
      providesTags: ["Conversation"],
    }),
  }),
});
