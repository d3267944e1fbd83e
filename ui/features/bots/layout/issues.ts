/** Where an issue of a working copy is put right. */
import type { Shape } from "../../../api";
import { addressOf, type Tab } from "./tab";

/** What is wrong with a working copy, and where. */
export type Issue = Shape<"Issue">;

/** The intent an issue is about, where that is what has to be changed. */
export const intentOf = ({ node, path }: Issue) => (node ? undefined : /^intents\/(.+)\/phrases$/.exec(path)?.[1]);

/** The tab an issue belongs to: secrets are added, phrases understood and answers are knowledge; all else flows. */
export const tabOf = (issue: Issue, has: (tab: Tab) => boolean): Tab => {
  if (issue.code === "missing_secret" && has("secrets")) return "secrets";
  if (intentOf(issue) && has("understanding")) return "understanding";
  return !issue.node && issue.path.startsWith("knowledge/") && has("knowledge") ? "knowledge" : "flow";
};

/** The address at which the issue's own field can be changed. */
export function placeOf(bot: string, issue: Issue, has: (tab: Tab) => boolean): string {
  const tab = tabOf(issue, has);
  if (tab === "secrets") return `${addressOf(bot, tab)}#new-secret`;
  const intent = intentOf(issue);
  const query = issue.node
    ? `?node=${encodeURIComponent(issue.node)}`
    : intent
      ? tab === "flow"
        ? `?part=${encodeURIComponent(`intent:${intent}`)}`
        : `?intent=${encodeURIComponent(intent)}`
      : "";
  return addressOf(bot, tab) + query;
}
