/** The query grammar of the knowledge pages. */
import { grammar, text } from "../../../page";
import type { Step } from "../../../page/breadcrumbs";
import { HOME, placeOf } from "./places";

/** The knowledge base's search. */
export const knowledgeQuery = grammar({ q: text({ max: 200 }) });

/** The way to a category, or to an article in it. */
export const wayTo = (
  start: string,
  category: { slug: string; title: string },
  article?: { slug: string; title: string },
): Step[] => [
  [start, HOME],
  [category.title, placeOf(category.slug)],
  ...(article ? [[article.title, placeOf(category.slug, article.slug)] as const] : []),
];
