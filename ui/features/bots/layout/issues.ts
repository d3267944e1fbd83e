/** Where an issue of a working copy is put right. */
import type { Shape } from "../../../api";
import { path } from "../../../lib/path";
import { addressOf, type Tab } from "./tab";

/** What is wrong with a working copy, and where. */
export type Issue = Shape<"Issue">;

/** The intent an issue is about, where that is what has to be changed. */
export const intentOf = ({ node, path }: Issue) => (node ? undefined : /^intents\/(.+)\/phrases$/.exec(path)?.[1]);

/** The tab an issue belongs to: secrets are added, phrases understood and answers are knowledge; all else flows. */
export const tabOf = (issue: Issue, has: (tab: Tab) => boolean): Tab => {
  const { code, node } = issue;
  const answers = !node && issue.path.startsWith("knowledge/");
  const tab =
    code === "missing_secret" ? "secrets" : intentOf(issue) ? "understanding" : answers ? "knowledge" : "flow";
  return has(tab) ? tab : "flow";
};

/** The address at which the issue's own field can be changed. */
export function placeOf(bot: string, issue: Issue, has: (tab: Tab) => boolean): string {
  const tab = tabOf(issue, has);
  const flows = tab === "flow";
  const intent = intentOf(issue);
  return path(addressOf(bot, tab), {
    node: flows && issue.node,
    part: flows && intent && `intent:${intent}`,
    intent: !flows && intent,
  });
}
