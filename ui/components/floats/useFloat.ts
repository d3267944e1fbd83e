import { useCallback, useId, useRef, useState, type ToggleEvent } from "react";
import { beside, openBeside } from "./beside";

/** A panel in the top layer and the button that opens it: native popover, so both work without script. */
export function useFloat(onOpen?: (panel: HTMLElement) => void) {
  const id = useId();
  const face = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const show = useCallback(() => panel.current && face.current && openBeside(panel.current, face.current), []);
  const hide = useCallback(() => panel.current?.hidePopover(), []);
  const toggled = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return;
    const opened = event.newState === "open";
    setOpen(opened);
    if (!opened) return;
    if (face.current) beside(event.currentTarget, face.current);
    onOpen?.(event.currentTarget);
  };
  return {
    open,
    show,
    hide,
    face: { ref: face, popoverTarget: id, "aria-expanded": open },
    panel: { ref: panel, id, popover: "auto" as const, onToggle: toggled },
  };
}
