/** The calls on what a bot knows: its answers, its documents, and questions that had no answer. */
import { api, type Shape } from "../../../api";
import { path } from "../../../lib/path";

/** An answer that was found, how near its question is, and from where on it is given. */
export interface Hit {
  document: string | null;
  passage: string | null;
  title: string;
  heading: string;
  text: string;
  score: number;
  page: number | null;
  stale: boolean;
}
export interface Found {
  query: string;
  hits: Hit[];
  answer: { text: string; citations: { document: string | null; passage: string | null }[] } | null;
  threshold: number | null;
  passage_threshold?: number;
  by: "meaning" | "words";
}

export const knowledgeApi = api.injectEndpoints({
  endpoints: (build) => ({
    findAnswer: build.mutation<Found, { bot: string; text: string }>({
      query: ({ bot, ...body }) => ({ path: `/api/v1/bots/${bot}/knowledge/search`, method: "POST", body }),
    }),
  }),
});

export type BotDocument = Shape<"Document">;
export type Passage = Shape<"Passage">;
export type QuestionGroup = Shape<"QuestionGroup">;
export type Draft = Shape<"Draft">;

/** Documents and passages on one page of their lists. */
export const PER = { documents: 50, passages: 25, questions: 10, citations: 10 } as const;

/** What the call for new documents takes of files. */
export const ACCEPT = ".pdf,.docx,.html,.htm,.md,.markdown,.txt";

/** The call on a bot's documents. */
export const documentsOf = (bot: string) => `/api/v1/bots/${encodeURIComponent(bot)}/documents`;

/** The call on one of them. */
export const documentOf = (bot: string, id: string) => `${documentsOf(bot)}/${encodeURIComponent(id)}`;

/** The picture of the page that one of its passages is on. */
export const pictureOf = (bot: string, id: string, passage: string) =>
  `${documentOf(bot, id)}/chunks/${encodeURIComponent(passage)}/picture`;

/** The call on a bot's questions without an answer. */
export const questionsOf = (bot: string) => `/api/v1/bots/${encodeURIComponent(bot)}/questions`;

interface Listed {
  bot: string;
  q: string;
  use: string;
  page: string;
}
interface Of {
  bot: string;
  id: string;
}

export const documentsApi = api.enhanceEndpoints({ addTagTypes: ["BotDocument"] }).injectEndpoints({
  endpoints: (build) => ({
    documents: build.query<Shape<"DocumentPage">, Listed>({
      query: ({ bot, q, use, page }) => path(documentsOf(bot), { q, rated: use, page, per: PER.documents }),
      providesTags: ["BotDocument"],
    }),
    document: build.query<BotDocument, Of>({
      query: ({ bot, id }) => documentOf(bot, id),
      providesTags: ["BotDocument"],
    }),
    passages: build.query<Shape<"PassagePage">, Of & { q: string; use: string; page: string; passage: string }>({
      query: ({ bot, id, ...query }) => path(`${documentOf(bot, id)}/chunks`, { ...query, per: PER.passages }),
      providesTags: ["BotDocument"],
    }),
    citations: build.query<Shape<"CitedAnswerPage">, Of & { passage: string }>({
      query: ({ bot, id, passage }) => path(`${documentOf(bot, id)}/citations`, { passage, per: PER.citations }),
      providesTags: ["BotDocument"],
    }),
    questionGroups: build.query<Shape<"UnansweredPage">, { bot: string; document?: string; page?: string }>({
      query: ({ bot, ...query }) => path(questionsOf(bot), { ...query, per: PER.questions }),
      providesTags: ["BotDocument"],
    }),
  }),
});
