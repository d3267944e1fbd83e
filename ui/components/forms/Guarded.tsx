import { useCallback, useRef, useState, type ReactNode } from "react";
import { isChanged, useUnsaved } from "../../hooks/useUnsaved";
import { later } from "../../page";

const UnsavedDialog = later(() => import("../dialogs/UnsavedDialog"), "UnsavedDialog");

/** Forms that are not left with something typed and not saved: who goes is asked, also by sending one of them while another is changed. */
export function Guarded({ refused = false, className, children }: { refused?: boolean; className?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // What a refused form came back with is typed, and not saved.
  const [changed, setChanged] = useState(refused);
  const isAlone = useCallback((sent: EventTarget | null) => ![...(box.current?.querySelectorAll("form") ?? [])].some((form) => form !== sent && isChanged(form)), []);
  const guard = useUnsaved(changed, isAlone);
  return (
    <div ref={box} className={className} onInput={() => setChanged(refused || !isAlone(null))}>
      {children}
      {changed && <UnsavedDialog of={guard} />}
    </div>
  );
}
