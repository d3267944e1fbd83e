/** The calls on testers' links: of the people of a bot, and of a tester. */
import { api, path, type Shape } from "../../api";
import type { PageRef } from "../../page";
import type { SandboxInput } from "./types";

export type TesterLink = Shape<"TesterLink">;
export type TesterComment = Shape<"TesterComment">;
export type TesterChat = Shape<"TesterChat">;

/** The calls of a bot's links and comments. */
export const linksOf = (bot: string) => `/api/v1/bots/${encodeURIComponent(bot)}/test-links`;
export const commentsOf = (bot: string) => `/api/v1/bots/${encodeURIComponent(bot)}/test-comments`;

/** The calls of a tester. */
export const testOf = (token: string) => `/api/v1/test/${encodeURIComponent(token)}`;
export const chatOf = ({ token, chat }: Chat) => `${testOf(token)}/chats/${encodeURIComponent(chat)}`;

interface Chat {
  token: string;
  chat: string;
}

/** What is asked for of a bot's links and comments. */
export const askedOf = (bot: string, query: { page: PageRef; link: string; state: string; comments: PageRef }) => ({
  links: { bot, page: query.page },
  comments: { bot, link: query.link, done: query.state, page: query.comments },
});

export const linksApi = api.injectEndpoints({
  endpoints: (build) => ({
    testLinks: build.query<Shape<"TesterLinkPage">, { bot: string; page: PageRef }>({
      query: ({ bot, page }) => path(linksOf(bot), { page: page !== 1 ? page : undefined, per: "10" }),
    }),
    testComments: build.query<Shape<"TesterCommentPage">, { bot: string; link: string; done: string; page: PageRef }>({
      query: ({ bot, link, done, page }) =>
        path(commentsOf(bot), {
          link,
          done: { open: "false", done: "true" }[done],
          page: page !== 1 ? page : undefined,
          per: "10",
        }),
    }),
    test: build.query<Shape<"TesterCard">, string>({ query: (token) => testOf(token) }),
    testChat: build.query<TesterChat, Chat>({ query: (chat) => chatOf(chat) }),
    testSay: build.mutation<TesterChat, Chat & { input: SandboxInput }>({
      query: ({ input, ...chat }) => ({ path: `${chatOf(chat)}/messages`, method: "POST", body: input }),
      onQueryStarted: async ({ token, chat }, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) dispatch(linksApi.util.updateQueryData("testChat", { token, chat }, () => answer.data));
      },
    }),
  }),
});
