import type { ReactNode } from "react";
import { Icon } from "../Icon";
import { useFloat } from "./useFloat";
import "./floats.css";

interface Props {
  /** The name of the panel, and of the button where its face is no text. */
  label: string;
  /** What the button shows; the label by default. */
  face?: ReactNode;
  align?: "start" | "end";
  className?: string;
  /** The panel's content; given what makes a button close it, with script or without. */
  children: ReactNode | ((close: { popoverTarget: string; popoverTargetAction: "hide" }) => ReactNode);
}

/** A panel that opens beside its button; Escape and a press elsewhere close it. */
export function Popover({ label, face: trigger, align = "start", className = "button", children }: Props) {
  const { face, panel } = useFloat();
  return (
    <>
      <button type="button" {...face} className={className} aria-label={trigger ? label : undefined}>
        {trigger ?? (
          <>
            {label}
            <Icon name="chevron-down" size={14} />
          </>
        )}
      </button>
      <div {...panel} className={`float pad at-${align}`} role="group" aria-label={label}>
        {typeof children === "function" ? children({ popoverTarget: panel.id, popoverTargetAction: "hide" }) : children}
      </div>
    </>
  );
}
