/** The calls of the knowledge base. */
import { api, path, type Shape } from "../../../api";
import { inOrder } from "../../../lib/order";
import type { PageRef } from "../../../page";

/** A category as a tile. */
export type Tile = Shape<"KnowledgeCategory">;

/** A category with its questions. */
export type CategoryQuestions = Shape<"CategoryQuestions">;

/** An article with everything its page shows. */
export type Article = Shape<"Article">;

/** An article as its form is filled in. */
export type Written = Shape<"KnowledgeArticle">;

/** Which articles an editor looks at. */
export interface Looked {
  status: string;
  page: PageRef;
  hl: string;
}

export const knowledgeApi = api.enhanceEndpoints({ addTagTypes: ["Article"] }).injectEndpoints({
  endpoints: (build) => ({
    tiles: build.query<Tile[], string>({ query: (hl) => path("/faq/data/knowledge_base", { hl }) }),
    questions: build.query<CategoryQuestions[], { category: string; q: string; hl: string }>({
      query: (args) => path("/faq/data/category", args),
      providesTags: ["Article"],
    }),
    article: build.query<Article, { category: string; slug: string; hl: string }>({
      query: ({ category, slug, hl }) =>
        path(`/api/v1/knowledge-base/${encodeURIComponent(category)}/${encodeURIComponent(slug)}`, { hl }),
      providesTags: ["Article"],
    }),
    writtenArticles: build.query<Shape<"KnowledgeArticlePage">, Looked>({
      query: ({ status, page, hl }) =>
        path("/api/v1/articles", { status, page: page !== 1 ? page : undefined, per: 50, hl }),
      providesTags: ["Article"],
    }),
    writtenArticle: build.query<Written, { id: string; language: string }>({
      query: ({ id, language }) => path(`/api/v1/articles/${encodeURIComponent(id)}`, { hl: language }),
    }),
    orderArticles: build.mutation<unknown, { order: string[]; looked: Looked }>({
      query: ({ order }) => ({ path: "/api/v1/articles/order", method: "POST", body: { order: order.join(",") } }),
      onQueryStarted: ({ order, looked }, { dispatch, queryFulfilled }) => {
        const seen = dispatch(
          knowledgeApi.util.updateQueryData(
            "writtenArticles",
            looked,
            (page) => void (page.items = inOrder(page.items, order)),
          ),
        );
        queryFulfilled.catch(seen.undo);
      },
      invalidatesTags: ["Article"],
    }),
  }),
});
