/** The pages of the blog. */
import { writingQuery } from "../../../components/content/writing";
import { page } from "../../../page";
import { breadcrumbs, graphOf, inLanguage } from "../../../page/breadcrumbs";
import { blogApi, type BlogPost } from "./api";
import { FEED, LIST, readAt } from "./places";
import { editingQuery, blogQuery } from "./query";

const { blog, sidebar, blogPost, writtenPosts, waitingComments, writtenPost } = blogApi.endpoints;

const SITE = { action: "update", subject: "Site" } as const;

/** A post as search engines read it. */
const posting = (post: BlogPost, to: string) => ({
  "@type": "BlogPosting",
  headline: post.title,
  description: post.excerpt,
  articleSection: post.category,
  keywords: post.tags.join(", "),
  author: { "@type": "Person", name: post.author },
  datePublished: post.published_at,
  dateModified: post.updated_at,
  commentCount: post.comments,
  mainEntityOfPage: to,
  ...(post.image && { image: post.image }),
});

export const pages = [
  page({
    name: "blog",
    path: LIST,
    area: "blog",
    access: "public",
    title: "blog.title",
    query: blogQuery,
    needs: ({ query, session: { locale: hl } }) => [blog.initiate({ ...query, hl }), sidebar.initiate(hl)],
    head: ({ t, query, session, state }) => {
      const posts = blog.select({ ...query, hl: session.locale })(state).data?.items ?? [];
      const posting_ = {
        "@type": "Blog",
        name: t("blog.title"),
        description: t("blog.description"),
        blogPost: posts.map(({ title, number, published_at }) => ({
          "@type": "BlogPosting",
          headline: title,
          datePublished: published_at,
          url: inLanguage(readAt(number), session.locale),
        })),
      };
      return {
        description: t("blog.description"),
        feed: inLanguage(FEED, session.locale),
        ...(query.q || query.tag
          ? { robots: "noindex" }
          : { data: graphOf(posting_, breadcrumbs([[t("blog.title"), LIST]], session.locale)) }),
      };
    },
    view: () => import("./ListPage"),
  }),
  page({
    name: "blog-detail",
    path: "/pages/blog/detail/:id",
    area: "blog",
    access: "public",
    title: ({ params, session, state }) =>
      blogPost.select({ id: params.id, hl: session.locale })(state).data?.title ?? "Parley",
    needs: ({ params, session }) => [blogPost.initiate({ id: params.id, hl: session.locale })],
    head: ({ t, params, session, state }) => {
      const post = blogPost.select({ id: params.id, hl: session.locale })(state).data;
      const to = readAt(params.id);
      return post
        ? {
            description: post.excerpt,
            feed: inLanguage(FEED, session.locale),
            data: graphOf(
              posting(post, inLanguage(to, session.locale)),
              breadcrumbs(
                [
                  [t("blog.title"), LIST],
                  [post.title, to],
                ],
                session.locale,
              ),
            ),
          }
        : {};
    },
    proof: "/api/v1/blog/:id",
    view: () => import("./PostPage"),
  }),
  page({
    name: "blog-editing",
    path: "/pages/blog/edit",
    area: "writing",
    access: SITE,
    title: "blog.editing",
    query: editingQuery,
    needs: ({ query }) => [writtenPosts.initiate(query), waitingComments.initiate()],
    view: () => import("./EditingPage"),
  }),
  page({
    name: "blog-edit",
    path: "/pages/blog/edit/:id",
    area: "writing",
    access: SITE,
    title: ({ params, query, state }) =>
      writtenPost.select({ id: params.id, language: query.text })(state).data?.title ?? "Parley",
    query: writingQuery,
    needs: ({ params, query }) => [writtenPost.initiate({ id: params.id, language: query.text })],
    proof: "/api/v1/posts/:id",
    view: () => import("./EditPage"),
  }),
];
