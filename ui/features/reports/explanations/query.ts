/** The query grammar of an explained change: a report's filters, its figure, and what it is split by. */
import { grammar, oneOf, text } from "../../../page";
import { reportQuery } from "../filters/query";

/** The reports whose figures can be explained. */
export const REPORTS = [
  "dashboard",
  "usage",
  "engagement",
  "journey",
  "speech",
  "documents",
  "groups/overall",
  "groups/service",
  "groups/sales",
  "groups/psf",
] as const;
export const SPLITS = ["channel", "bot", "intent", "outlet", "language"] as const;

export const explainQuery = grammar({
  ...reportQuery,
  report: oneOf(REPORTS, "dashboard"),
  metric: text({ max: 40, default: "engaged_sessions" }),
  by: oneOf(SPLITS, "channel"),
});
