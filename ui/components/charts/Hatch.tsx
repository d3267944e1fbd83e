/** The hatch of what is not over, in a chart tone. */
import { useId, type ReactNode } from "react";

/** Gives its content a fill of its own, so that pictures on one page never share a name. */
export function Hatch({ tone, children }: { tone: number; children: (fill: string) => ReactNode }) {
  const id = useId();
  return (
    <>
      <defs>
        <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className={`s${tone}`} d="M1 0v5" />
        </pattern>
      </defs>
      {children(`url(#${id})`)}
    </>
  );
}
