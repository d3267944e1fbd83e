/** The keys of the outline editor, and what is copied and pasted between bots. */
import { useEffect, type RefObject } from "react";
import { useToast } from "../../../components/toasts/useToast";
import { useKeys } from "../../../hooks/useKeys";
import { useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { copyNodes, pasteNodes, readClip } from "../document/clip";
import { placeAfter, stepNode } from "../document/edit";
import type { Editor } from "../document/editor";
import { inOrder, nodeLabel } from "../document/outline";
import type { Saving } from "../document/saving";
import { useUndoKeys } from "../document/useUndoKeys";
import { placeOf } from "./Checks";
import type { flowGrammar } from "./query";

interface Around {
  editor: Editor;
  /** The node that is open. */
  open: string;
  saving: Saving;
  box: RefObject<HTMLElement | null>;
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select");

/** `n` goes to the next issue, `a` adds, `j` and `k` go along, Ctrl Z and Y go back and forth, Alt and arrows move. */
export function useFlowKeys({ editor, open, saving, box }: Around) {
  const go = useGo();
  const { here, query } = usePage<typeof flowGrammar, "id">();
  const clipboard = useClipboard(editor, open);
  const to = (url: string) => go(url, { stays: true });
  const step = (by: -1 | 1) => {
    const all = inOrder(editor.document);
    const next = all[all.indexOf(open) + by];
    if (next) to(editor.at(next));
  };
  const nextIssue = () => {
    const places = editor.issues.map(placeOf);
    const at = places.findIndex((place) => (query.part ? place.part === query.part : place.node === open));
    // Several issues of one node are one stop.
    const others = [...places.slice(at + 1), ...places.slice(0, Math.max(at, 0))];
    const next = others.find((place) => place.node !== open || place.part !== (query.part || undefined)) ?? places[at];
    if (next) to(here({ node: next.node, part: next.part, add: undefined, pane: undefined }));
  };
  useKeys({
    n: () => nextIssue(),
    j: () => step(1),
    k: () => step(-1),
    ...(editor.mayEdit && { a: () => to(here({ add: true, pane: undefined })), c: () => void clipboard.copy(open) }),
  });
  useUndoKeys(saving, box, editor.mayEdit);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const inside = box.current?.contains(event.target as Node) || event.target === document.body;
      if (!inside || !editor.mayEdit) return;
      // From the form Escape leads to the row that is open, and never out of the editor.
      if (event.key === "Escape" && !event.defaultPrevented && event.target !== document.body) {
        event.preventDefault();
        box.current?.querySelector<HTMLElement>('[role="treeitem"][aria-current]')?.focus();
        return;
      }
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
      if (!by || !event.altKey || isField(event.target) || (event.target as Element).closest?.(".grip")) return;
      event.preventDefault();
      editor.change(stepNode(editor.document, open, by));
    };
    const paste = (event: ClipboardEvent) => {
      if (isField(event.target) || !editor.mayEdit) return;
      if (clipboard.paste(event.clipboardData?.getData("text/plain") ?? "")) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener("paste", paste);
    };
  }, [editor, open, box, clipboard]);
}

/** Nodes through the clipboard: they go from one bot to another as they are. */
export function useClipboard(editor: Editor, open: string) {
  const t = useText();
  const go = useGo();
  const { show } = useToast();
  return {
    copy: async (name: string) => {
      const text = JSON.stringify(copyNodes(editor.document, [name]), null, 1);
      try {
        await navigator.clipboard.writeText(text);
        show({ text: t("flow.copied", { name: nodeLabel(name) }) });
      } catch {
        show({ tone: "bad", text: t("flow.notCopied") });
      }
    },
    paste: (text: string): boolean => {
      const clip = readClip(text);
      if (!clip) return false;
      const pasted = pasteNodes(editor.document, clip, placeAfter(editor.document, open));
      editor.change(pasted.document);
      go(editor.at(pasted.name), { stays: true });
      return true;
    },
  };
}
