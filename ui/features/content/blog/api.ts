/** The calls of the blog. */
import { api, path, type Shape } from "../../../api";
import type { PageRef } from "../../../page";

/** A post of the list. */
export type Listed = Shape<"BlogItem">;

/** A post with its text and the latest comments. */
export type BlogPost = Shape<"BlogPost">;

/** A post as its form is filled in. */
export type Post = Shape<"WrittenPost">;

/** What narrows the list. */
export interface Narrowed {
  q: string;
  category: string;
  tag: string;
  page: PageRef;
  hl: string;
}

export const blogApi = api.injectEndpoints({
  endpoints: (build) => ({
    blog: build.query<Shape<"BlogPage">, Narrowed>({
      query: ({ page, ...rest }) => path("/api/v1/blog", { ...rest, page: page !== 1 ? page : undefined }),
    }),
    sidebar: build.query<Shape<"BlogSidebar">, string>({ query: (hl) => path("/blog/list/data/sidebar", { hl }) }),
    blogPost: build.query<BlogPost, { id: string; hl: string }>({
      query: ({ id, hl }) => path(`/api/v1/blog/${encodeURIComponent(id)}`, { hl }),
    }),
    writtenPosts: build.query<Shape<"WrittenPostPage">, { status: string; page: PageRef }>({
      query: ({ status, page }) => path("/api/v1/posts", { status, page: page !== 1 ? page : undefined }),
    }),
    waitingComments: build.query<Shape<"WaitingCommentPage">, void>({ query: () => "/api/v1/posts/comments" }),
    writtenPost: build.query<Post, { id: string; language: string }>({
      query: ({ id, language }) => path(`/api/v1/posts/${encodeURIComponent(id)}`, { hl: language }),
    }),
  }),
});
