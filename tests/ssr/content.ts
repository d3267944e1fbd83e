/** Answers of the FAQ's editors, the knowledge base and the blog. */
import type { BlogPost, Listed, Post } from "../../ui/features/content/blog/api";
import type { FaqEntry } from "../../ui/features/content/faq/api";
import type { Article, CategoryQuestions, Tile, Written } from "../../ui/features/content/knowledge_base/api";

const LISTED: Listed = {
  id: "9",
  number: 1,
  title: "Play",
  excerpt: "A game.",
  category: "Gaming",
  tags: ["testing"],
  author: "Asha Verma",
  avatar: "",
  image: "/static/covers/talk.svg",
  published_at: "2026-11-01T08:00:00Z",
  updated_at: "2026-11-02T08:00:00Z",
  comments: 1,
};
const READ: BlogPost = {
  ...LISTED,
  content: "<p>Five rounds.</p>",
  latest_comments: [
    {
      id: "4",
      author: "Omar",
      avatar: "",
      text: "Nice",
      created_at: "2026-11-03T08:00:00Z",
      approved: true,
      revision: 1,
    },
  ],
};
const WRITTEN: Post = {
  id: "9",
  number: 1,
  language: "en",
  written: ["en"],
  title: "Play",
  excerpt: "A game.",
  content: "Five rounds.",
  slug: "play",
  category: "Gaming",
  tags: ["testing"],
  status: "Published",
  image: "",
  author: "Asha Verma",
  published_at: LISTED.published_at,
  updated_at: LISTED.updated_at,
  deleted: false,
  revision: 5,
};
const TILES: Tile[] = [{ id: 1, category: "1", img: "", title: "Reports", desc: "What a figure counts." }];
const QUESTIONS: CategoryQuestions[] = [
  {
    id: 1,
    title: "Reports",
    icon: "BarChart2",
    iconColor: "text-info",
    questions: [{ id: 7, question: "Why?", slug: "1" }],
  },
];
const ARTICLE: Article = {
  id: "1",
  slug: "1",
  category: { slug: "1", title: "Reports" },
  title: "Why?",
  summary: "Because.",
  plain: "Because.",
  content: "<p>Because.</p>",
  updated_at: "2026-11-20T08:00:00Z",
  related: [],
  votes: { helpful: 2, unhelpful: 1 },
};
const ENTRY: FaqEntry = {
  id: "1",
  language: "en",
  written: ["en", "hi"],
  question: "What counts?",
  ans: "A session.",
  category: "payment",
  status: "Published",
  updated_at: "2026-11-20T08:00:00Z",
  deleted: false,
  revision: 2,
};
const DRAFT: Written = {
  id: "1",
  language: "en",
  written: ["en"],
  question: "Why?",
  content: "**Because.**",
  category: "reports",
  slug: "why",
  status: "Draft",
  published_at: null,
  updated_at: "2026-11-20T08:00:00Z",
  deleted: false,
  revision: 3,
};
const pageOf = (items: unknown[]) => ({ items, total: items.length, page: 1, per: 10, next: null, previous: null });

/** The answer to a path of theirs; nothing for any other. */
export function content(path: string): unknown {
  if (path.startsWith("/faq/data/knowledge_base")) return TILES;
  if (path.startsWith("/faq/data/category")) return QUESTIONS;
  if (path.startsWith("/api/v1/knowledge-base")) return ARTICLE;
  if (path.startsWith("/blog/list/data/sidebar"))
    return { recentPosts: [{ img: "", title: "Play", id: 1, createdTime: "1 Nov 2026" }], categories: [] };
  if (path.startsWith("/api/v1/blog/")) return READ;
  if (path.startsWith("/api/v1/blog")) return pageOf([LISTED]);
  if (path.startsWith("/api/v1/posts/comments"))
    return pageOf([
      {
        id: "4",
        author: "Omar",
        avatar: "",
        text: "Nice",
        created_at: "2026-11-03T08:00:00Z",
        approved: false,
        revision: 1,
        post_number: 1,
        post_title: "Play",
      },
    ]);
  if (path.startsWith("/api/v1/posts/")) return WRITTEN;
  if (path.startsWith("/api/v1/posts")) return pageOf([WRITTEN]);
  if (path.startsWith("/api/v1/faq/")) return ENTRY;
  if (path.startsWith("/api/v1/faq"))
    return { ...pageOf([ENTRY, { ...ENTRY, id: "2", question: "GST?", status: "Draft" }]), built_in: false };
  if (path.startsWith("/api/v1/articles/")) return DRAFT;
  if (path.startsWith("/api/v1/articles")) return { ...pageOf([DRAFT]), built_in: false };
  return undefined;
}
