/** What a case can expect, in words: intents, nodes and goals of the working copy. */
import { codeWords } from "../../../lib/codes";
import { intentTitle } from "../document/wordings";
import type { FlowDocument } from "../document/types";
import { overviewApi } from "../overview/api";

/** The names of each kind, and what one is called. */
export function useNames(bot: string) {
  const { data } = overviewApi.useBotFlowQuery(bot);
  const flow = data as unknown as FlowDocument | undefined;
  const nodes = Object.entries(flow?.nodes ?? {});
  const names: Readonly<Record<string, readonly string[]>> = {
    intent: Object.keys(flow?.intents ?? {}),
    node: nodes.map(([name]) => name),
    goal: [...new Set(nodes.flatMap(([, { type, name }]) => (type === "goal" && name ? [name] : [])))],
  };
  const labelOf = (what: string, name: string): string =>
    what === "intent" ? intentTitle(flow, name) : codeWords(name);
  return { names, labelOf };
}
