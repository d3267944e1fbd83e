/** The calls of the chat. */
import { api, path } from "../../../api";
import type {
  ListArgs,
  OwnTalkPerson,
  OwnTalkPersonChange,
  TalkHitPage,
  TalkMessage,
  TalkPage,
  TalkPersonDetail,
  TalkPersonPage,
  TalkWindow,
  WindowArgs,
} from "./types";
import { joined, ordered } from "./windows";

const PER = { talks: 50, people: 25, hits: 25 };
const of = (id: string) => `/api/v1/chat/people/${id}`;
const listCall = (call: string, { q, page }: ListArgs, per: number) =>
  path(`/api/v1/chat/${call}`, { q, page: page !== 1 ? page : "", per });

/** The end of the conversation with a person, where what is said now belongs. */
export const newest = (id: string): WindowArgs => ({ id, upto: "", around: "" });

export const chatApi = api.enhanceEndpoints({ addTagTypes: ["Talk", "Talker", "Said", "OwnTalker"] }).injectEndpoints({
  endpoints: (build) => ({
    talks: build.query<TalkPage, ListArgs>({
      query: (list) => listCall("chats", list, PER.talks),
      providesTags: ["Talk"],
    }),
    talkPeople: build.query<TalkPersonPage, ListArgs>({
      query: (list) => listCall("people", list, PER.people),
      providesTags: ["Talker"],
    }),
    talkHits: build.query<TalkHitPage, string>({ query: (q) => listCall("messages", { q, page: 1 }, PER.hits) }),
    talkPerson: build.query<TalkPersonDetail, string>({ query: of, providesTags: ["Talker"] }),
    talk: build.query<TalkWindow, WindowArgs>({
      query: ({ id, upto, around }) => path(`${of(id)}/messages`, { upto, around }),
      merge: joined,
      providesTags: (_data, _error, { id }) => [{ type: "Said", id }],
    }),
    ownTalker: build.query<OwnTalkPerson, void>({ query: () => "/api/v1/chat/me", providesTags: ["OwnTalker"] }),
    changeOwnTalker: build.mutation<OwnTalkPerson, { revision: number; values: OwnTalkPersonChange }>({
      query: ({ revision, values }) => ({
        path: "/api/v1/chat/me",
        method: "PATCH",
        body: values,
        revision: String(revision),
      }),
      invalidatesTags: (done) => (done ? ["OwnTalker"] : []),
    }),
    say: build.mutation<TalkMessage, { id: string; text: string; key: string }>({
      query: ({ id, text, key }) => ({ path: `${of(id)}/messages`, method: "POST", body: { text }, key }),
      invalidatesTags: (done) => (done ? ["Talk"] : []),
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        const result = await queryFulfilled.catch(() => null);
        if (result)
          dispatch(
            chatApi.util.updateQueryData(
              "talk",
              newest(id),
              (window) => void (window.messages = ordered([...window.messages, result.data])),
            ),
          );
      },
    }),
    markRead: build.mutation<{ unseen: number }, { id: string; message_id: string }>({
      query: ({ id, message_id }) => ({ path: `${of(id)}/read`, method: "POST", body: { message_id } }),
      invalidatesTags: (done) => (done ? ["Talk"] : []),
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        const read = await queryFulfilled.catch(() => null);
        if (read)
          dispatch(
            chatApi.util.updateQueryData("talk", newest(id), (window) => void (window.unseen = read.data.unseen)),
          );
      },
    }),
    tellTyping: build.mutation<null, string>({ query: (id) => ({ path: `${of(id)}/typing`, method: "POST" }) }),
  }),
});
