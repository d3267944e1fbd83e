/** The calls of a bot's questions and answers. */
import { api } from "../../../api";

/** An answer that was found, how near its question is, and from where on it is given. */
export interface Hit {
  title: string;
  text: string;
  score: number;
}
export interface Found {
  query: string;
  hits: Hit[];
  answer: { text: string } | null;
  threshold: number | null;
  by: "meaning" | "words";
}

export const knowledgeApi = api.injectEndpoints({
  endpoints: (build) => ({
    findAnswer: build.mutation<Found, { bot: string; text: string }>({
      query: ({ bot, ...body }) => ({ path: `/api/v1/bots/${bot}/knowledge/search`, method: "POST", body }),
    }),
  }),
});
