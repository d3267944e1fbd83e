import type { IconName } from "../../../components";
import type { TextFunction } from "../../../lib/messages";

/** Where the knowledge base begins, and where it is written. */
export const HOME = "/pages/knowledge-base";
export const EDITING = "/pages/edit/knowledge-base";

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

/** The categories as a form's choices. */
export const categories = (t: TextFunction) =>
  Object.keys(ICONS).map((value) => ({ value, label: t(`writing.knowledge.${value}`) })); // i18n: writing.knowledge.*
