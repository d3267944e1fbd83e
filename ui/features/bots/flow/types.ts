/** What the outline editor is about besides the document itself. */
import type { FlowDocument, Issue } from "../document/types";

/** The channels a preview can look like. */
export const CHANNELS = ["whatsapp", "web"] as const;

/** Parts of a flow that are no nodes, each a form of its own. */
export const BOT_PARTS = ["entrances", "fallback", "confirm", "restart", "variables", "hours", "languages"] as const;
export type BotPart = (typeof BOT_PARTS)[number];

/** A working copy with what is wrong with it. */
export interface WorkingCopy {
  revision: number;
  changed_at: string | null;
  document: FlowDocument;
  errors: Issue[];
  warnings: Issue[];
}
