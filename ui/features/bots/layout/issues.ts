/** Where an issue of a working copy is put right. */
import type { Shape } from "../../../api";
import { addressOf, type Tab } from "./tab";

/** What is wrong with a working copy, and where. */
export type Issue = Shape<"Issue">;

/** The tab an issue belongs to: phrases are understood, all else flows. */
export const tabOf = (issue: Issue): Tab =>
  issue.path.startsWith("intents/") && !issue.node && issue.code !== "missing_node" ? "understanding" : "flow";

/** The address at which the issue's own field can be changed. */
export function placeOf(bot: string, issue: Issue): string {
  const tab = addressOf(bot, tabOf(issue));
  return issue.node ? `${tab}?node=${encodeURIComponent(issue.node)}` : tab;
}
