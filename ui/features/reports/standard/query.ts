/** The query grammars of reports with tabs. */
import { flag, grammar, list, oneOf, text } from "../../../page";
import { reportQuery } from "../filters/query";

/** The tabs of the usage report, in order. */
export const TABS = ["traffic", "quality"] as const;

export const usageQuery = grammar({ ...reportQuery, tab: oneOf(TABS, "traffic") });

/** The tabs of the documents report, in order. */
export const DOCUMENT_TABS = ["knowledge", "customers"] as const;

export const documentsQuery = grammar({ ...reportQuery, tab: oneOf(DOCUMENT_TABS, "knowledge") });

/** The tabs of the journey report, in order. */
export const JOURNEY_TABS = ["paths", "funnel"] as const;
/** What a funnel counts, in which order, and by what it is split. */
export const SCOPES = ["session", "contact"] as const;
export const ORDERS = ["loose", "strict"] as const;
export const SPLITS = ["", "bot", "channel", "group", "language", "outlet"] as const;

export const journeyQuery = grammar({
  ...reportQuery,
  tab: oneOf(JOURNEY_TABS, "paths"),
  steps: list({ max: 1024 }),
  scope: oneOf(SCOPES, "session"),
  window: text({ max: 5, default: "7d" }),
  order: oneOf(ORDERS, "loose"),
  by: oneOf(SPLITS, ""),
  settled: flag(),
});
