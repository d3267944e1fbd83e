import { useState, type RefObject } from "react";
import { useUnsaved } from "../../hooks/useUnsaved";
import { UnsavedDialog } from "../dialogs/UnsavedDialog";

/** What watches the forms of an element, and asks. */
export function UnsavedGuard({ box, refused }: { box: RefObject<HTMLElement | null>; refused: boolean }) {
  const guard = useUnsaved(box, refused);
  const [open, setAsked] = useState(false);
  // Once there it stays: its closing gives the focus back.
  if (guard.asking && !open) setAsked(true);
  return open ? <UnsavedDialog of={guard} /> : null;
}
