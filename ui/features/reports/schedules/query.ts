/** The query grammars of the pages of scheduled mails. */
import { grammar, oneOf, place, text } from "../../../page";

export const EVERY = ["day", "week", "month"] as const;
export const FORMATS = ["html", "png", "pdf", "xlsx", "csv"] as const;

/** Reports with what one must be allowed to read. */
export const REPORTS = {
  dashboard: "Dashboard",
  usage: "Usage",
  engagement: "Engagement",
  journey: "Journey",
  "groups/overall": "Dashboard",
  "groups/service": "Group.service",
  "groups/sales": "Group.sales",
  "groups/psf": "Group.psf",
  speech: "Speech",
  documents: "Document",
} as const;

export const schedulesGrammar = grammar({
  page: place(),
  do: oneOf(["new"]),
  /** What a new one begins with. */
  report: text({ max: 40 }),
  query: text({ max: 1500 }),
  /** What was deleted last, and can be restored. */
  deleted: text({ max: 20 }),
});

export const scheduleGrammar = grammar({ page: place(), do: oneOf(["edit", "delete", "preview"]) });
