/** The calls of the knowledge base. */
import { api, path, type Shape } from "../../api";

/** A category as a tile. */
export type Tile = Shape<"KnowledgeCategory">;

/** A category with its questions. */
export type CategoryQuestions = Shape<"CategoryQuestions">;

/** An article with everything its page shows. */
export type Article = Shape<"Article">;

export const knowledgeApi = api.injectEndpoints({
  endpoints: (build) => ({
    tiles: build.query<Tile[], string>({ query: (hl) => path("/faq/data/knowledge_base", { hl }) }),
    questions: build.query<CategoryQuestions[], { category: string; q: string; hl: string }>({ query: (args) => path("/faq/data/category", args) }),
    article: build.query<Article, { category: string; slug: string; hl: string }>({
      query: ({ category, slug, hl }) => path(`/api/v1/knowledge-base/${encodeURIComponent(category)}/${encodeURIComponent(slug)}`, { hl }),
    }),
  }),
});
