/** The page of the questions a bot answers. */
import { can, type Session } from "../../../lib/session";
import type { Values } from "../../../page";
import { documentsApi } from "./api";
import { workingApi } from "../flow/api";
import { handlersApi } from "../handlers/api";
import { botTab } from "../layout/tab";
import { understandingApi } from "../understanding/api";
import { knowledgeGrammar } from "./query";

type Query = Values<typeof knowledgeGrammar>;

/** What the page with one document needs. */
const needsOfOne = (bot: string, { document: id, q, use, page, passage }: Query, { user }: Session) => {
  const { document, passages, citations, questionGroups } = documentsApi.endpoints;
  return [
    document.initiate({ bot, id }),
    passages.initiate({ bot, id, q, use, page: String(page), passage }),
    questionGroups.initiate({ bot, document: id }),
    ...(can(user?.ability ?? [], "read", "Conversation") ? [citations.initiate({ bot, id, passage })] : []),
  ];
};

/** What the page with all of them needs. */
const needsOfAll = (bot: string, { q, use, page, questions }: Query) => [
  workingApi.endpoints.workingCopy.initiate(bot),
  understandingApi.endpoints.training.initiate(bot),
  documentsApi.endpoints.documents.initiate({ bot, q, use, page: String(page) }),
  documentsApi.endpoints.questionGroups.initiate({ bot, page: String(questions) }),
  handlersApi.endpoints.handlers.initiate(bot),
];

export const pages = [
  botTab("knowledge", {
    area: "answers",
    query: knowledgeGrammar,
    needs: ({ params, query, session }) => (query.document ? needsOfOne : needsOfAll)(params.id, query, session),
    view: () => import("./KnowledgePage"),
  }),
];
