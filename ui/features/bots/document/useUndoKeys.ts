/** Ctrl Z and Y go back and forth through the changes of a document. */
import { useEffect, type RefObject } from "react";
import type { Saving } from "./saving";

/** Listens within an editor, in its fields too: they hold what the document says. */
export function useUndoKeys(saving: Saving, box: RefObject<HTMLElement | null>, mayEdit: boolean): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isInside = box.current?.contains(event.target as Node) || event.target === document.body;
      const key = event.key.toLowerCase();
      if (!mayEdit || !isInside || !(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key))
        return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) saving.redo();
      else saving.undo();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [saving, box, mayEdit]);
}
