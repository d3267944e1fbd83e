/** What the branches of a node are called. */
import { useFormat, useText } from "../../../lib/i18n";
import { useConditionWords } from "../document/conditionWords";
import { useEditor } from "../document/editor";
import type { Slot } from "../document/graph";
import { firstText } from "../document/outline";
import type { FlowDocument } from "../document/types";

/** What a branch is called: an option's words, a condition, a share. */
export function useBranchName(): (document: FlowDocument, holder: string, slot: Slot) => string {
  const t = useText();
  const f = useFormat();
  const { language, document: whole } = useEditor();
  const { words } = useConditionWords(whole, language);
  return (document, holder, { kind, path }) => {
    const node = document.nodes[holder]!;
    const at = Number(path[1]);
    if (kind === "option") return firstText(node.options?.[at]?.label, language) || node.options?.[at]?.id || "";
    if (kind === "branch") return words(node.branches?.[at]?.if ?? "") || t("flow.noCondition");
    if (kind === "variant") {
      const weights = (node.variants ?? []).map(({ weight }) => weight ?? 1);
      const sum = weights.reduce((all, weight) => all + weight, 0);
      return f.percent(((weights[at] ?? 1) / sum) * 100, 0);
    }
    if (kind === "skip") return firstText(node.skip?.label, language) || t("flow.branch.skip");
    // i18n: flow.branch.*
    return t(`flow.branch.${kind}`);
  };
}
