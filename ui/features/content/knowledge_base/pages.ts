/** The pages of the knowledge base. */
import { writingQuery, writingsQuery } from "../../../components/content/writing";
import { page } from "../../../page";
import { breadcrumbs, graphOf } from "../../../page/breadcrumbs";
import { knowledgeApi, type Article, type Tile } from "./api";
import { HOME, placeOf } from "./places";
import { wayTo, knowledgeQuery } from "./query";

const { tiles, questions, article, writtenArticles, writtenArticle } = knowledgeApi.endpoints;

const SITE = { action: "update", subject: "Site" } as const;

/** An article as search engines read it: a question with its accepted answer, and when it was last gone over. */
const question = ({ title, plain, updated_at, votes }: Article) => ({
  "@type": "QAPage",
  dateModified: updated_at,
  mainEntity: {
    "@type": "Question",
    name: title,
    answerCount: 1,
    acceptedAnswer: {
      "@type": "Answer",
      text: plain,
      dateModified: updated_at,
      ...(votes && { upvoteCount: votes.helpful }),
    },
  },
});

export const pages = [
  page({
    name: "knowledge-base",
    path: "/pages/knowledge-base",
    area: "knowledge",
    access: "public",
    title: "knowledge.title",
    query: knowledgeQuery,
    needs: ({ query, session: { locale: hl } }) => [
      questions.initiate({ category: "", q: query.q, hl }),
      tiles.initiate(hl),
    ],
    head: ({ t, query, session, state }) => {
      if (query.q) return { description: t("knowledge.description"), robots: "noindex" };
      const list: Tile[] = tiles.select(session.locale)(state).data ?? [];
      return {
        description: t("knowledge.description"),
        data: graphOf(
          { "@type": "CollectionPage", name: t("knowledge.title"), about: list.map(({ title }) => title) },
          breadcrumbs([[t("knowledge.title"), HOME]], session.locale),
        ),
      };
    },
    view: () => import("./HomePage"),
  }),
  page({
    name: "knowledge-base-category",
    path: "/pages/knowledge-base/:category",
    area: "knowledge",
    access: "public",
    title: ({ params, session, state }) =>
      tiles
        .select(session.locale)(state)
        .data?.find((category) => category.category === params.category)?.title ?? "Parley",
    needs: ({ params, session: { locale: hl } }) => [
      questions.initiate({ category: params.category, q: "", hl }),
      tiles.initiate(hl),
    ],
    head: ({ t, params, session, state }) => {
      const tile = tiles
        .select(session.locale)(state)
        .data?.find((category) => category.category === params.category);
      if (!tile) return {};
      return {
        description: tile.desc,
        data: graphOf(
          { "@type": "CollectionPage", name: tile.title, description: tile.desc },
          breadcrumbs(wayTo(t("knowledge.title"), { slug: tile.category, title: tile.title }), session.locale),
        ),
      };
    },
    proof: "/faq/data/category?category=:category",
    view: () => import("./CategoryPage"),
  }),
  page({
    name: "knowledge-base-question",
    path: "/pages/knowledge-base/:category/:question",
    area: "knowledge",
    access: "public",
    title: ({ params, session, state }) =>
      article.select({ category: params.category, slug: params.question, hl: session.locale })(state).data?.title ??
      "Parley",
    needs: ({ params, session }) => [
      article.initiate({ category: params.category, slug: params.question, hl: session.locale }),
    ],
    head: ({ t, params, session, state }) => {
      const answer = article.select({ category: params.category, slug: params.question, hl: session.locale })(
        state,
      ).data;
      return answer
        ? {
            description: answer.summary,
            at: placeOf(answer.category.slug, answer.slug),
            data: graphOf(
              question(answer),
              breadcrumbs(wayTo(t("knowledge.title"), answer.category, answer), session.locale),
            ),
          }
        : {};
    },
    proof: "/api/v1/knowledge-base/:category/:question",
    view: () => import("./ArticlePage"),
  }),
  page({
    // Kept pages have no token, and with it no form that writes: what a reader says is asked on a page of its own.
    name: "knowledge-base-feedback",
    path: "/pages/knowledge-base/:category/:question/feedback",
    area: "knowledge",
    access: "public",
    title: "knowledge.feedback",
    needs: ({ params, session }) => [
      article.initiate({ category: params.category, slug: params.question, hl: session.locale }),
    ],
    proof: "/api/v1/knowledge-base/:category/:question",
    cache: false,
    sitemap: false,
    view: () => import("./FeedbackPage"),
  }),
  page({
    name: "knowledge-editing",
    path: "/pages/edit/knowledge-base",
    area: "writing",
    access: SITE,
    title: "writing.knowledge",
    query: writingsQuery,
    needs: ({ query, session }) => [writtenArticles.initiate({ ...query, hl: session.locale })],
    view: () => import("./EditingPage"),
  }),
  page({
    name: "knowledge-edit",
    path: "/pages/edit/knowledge-base/:id",
    area: "writing",
    access: SITE,
    title: ({ params, query, state }) =>
      writtenArticle.select({ id: params.id, language: query.text })(state).data?.question ?? "Parley",
    query: writingQuery,
    needs: ({ params, query }) => [writtenArticle.initiate({ id: params.id, language: query.text })],
    proof: "/api/v1/articles/:id",
    view: () => import("./EditPage"),
  }),
];
