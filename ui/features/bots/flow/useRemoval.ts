/** Deleting a node: another one is opened, and a toast takes the deletion back. */
import { useToast } from "../../../components/toasts/useToast";
import { useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { deleteNode, neighbour } from "../document/edit";
import { useEditor } from "../document/editor";
import { nodeLabel } from "../document/outline";
import type { flowGrammar } from "./query";

/** What deletes a node by its name; the last one stays. */
export function useRemoval(): (name: string) => void {
  const t = useText();
  const go = useGo();
  const { show } = useToast();
  const { here } = usePage<typeof flowGrammar, "id">();
  const editor = useEditor();
  const { document } = editor;
  return (name) => {
    const rest = deleteNode(document, name);
    if (rest === document) return;
    const next = neighbour(document, name);
    const gone = here({ node: undefined, add: undefined, pane: undefined });
    editor.change(rest);
    go(next ? `${editor.at(next)}#node` : gone, { stays: true, replace: true });
    show({
      text: t("flow.deleted", { name: nodeLabel(name) }),
      action: { label: t("flow.undoIt"), do: () => editor.change(document) },
    });
  };
}
