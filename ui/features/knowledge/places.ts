import type { IconName } from "../../components";

/** Where the knowledge base begins. */
export const HOME = "/pages/knowledge-base";

/** The drawing of each category. */
const ICONS: Readonly<Record<string, IconName>> = {
  "first-steps": "play",
  conversations: "messages-square",
  reports: "chart-column",
  "running-bots": "settings",
  data: "database",
  security: "shield-check",
};

/** A category's drawing. */
export const iconOf = (category: string): IconName => ICONS[category] ?? "book-open";

/** The address of a category, or of an article in it. */
export const placeOf = (category: string, slug?: string): string => [HOME, category, slug].filter(Boolean).join("/");
