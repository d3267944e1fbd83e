import type { ComponentProps, ReactNode } from "react";
import { Button } from "../Button";
import "../controls.css";

interface Props extends Omit<ComponentProps<typeof Button>, "variant" | "busy" | "onToggle"> {
  pressed: boolean;
  /** Without it the button sends the form around it, which works without script. */
  onToggle?: (pressed: boolean) => void;
}

/** A button that stays pressed. Its name says what is on while it is, and does not change. */
export function ToggleButton({ pressed, onToggle, ...rest }: Props) {
  return (
    <Button
      {...rest}
      type={onToggle ? "button" : "submit"}
      aria-pressed={pressed}
      {...(onToggle && { onClick: () => onToggle(!pressed) })}
    />
  );
}

/** Buttons that belong together, in one frame under one name. */
export function ButtonGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" className="button-group" aria-label={label}>
      {children}
    </div>
  );
}
