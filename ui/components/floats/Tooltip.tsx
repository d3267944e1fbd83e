import { cloneElement, useId, useState, type KeyboardEvent, type ReactElement, type ReactNode } from "react";
import "./floats.css";

interface Props {
  title?: ReactNode;
  /** What is said; it is elsewhere on the page too, for who cannot hover. */
  tip: ReactNode;
  facts?: ReactNode;
  /** The control it is about: something that takes the focus. */
  children: ReactElement<{ "aria-describedby"?: string }>;
}

/** A few words about a control, on hover, focus and touch, by style alone; Escape puts them away. */
export function Tooltip({ title, tip, facts, children }: Props) {
  const id = useId();
  const [away, setAway] = useState(false);
  const escape = (event: KeyboardEvent) => {
    if (event.key === "Escape") setAway(true);
  };
  const again = () => setAway(false);
  return (
    // The span only hears what its control does.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <span className={away ? "tip-host away" : "tip-host"} onKeyDown={escape} onBlur={again} onMouseLeave={again}>
      {cloneElement(children, { "aria-describedby": id })}
      <span className="tip" role="tooltip" id={id}>
        {title && <strong>{title}</strong>}
        <span>{tip}</span>
        {facts && <span className="tip-facts">{facts}</span>}
      </span>
    </span>
  );
}
