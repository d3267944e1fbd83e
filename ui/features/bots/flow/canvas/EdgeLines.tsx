/** The curves between cards; those of the node that is open are distinct from others. */
import { memo } from "react";
import { curve, type Edge } from "./edges";

/** The lines, and the one that is being drawn. */
export const EdgeLines = memo(function EdgeLines({
  lines,
  open,
  turn,
  drag,
}: {
  lines: readonly Edge[];
  open: string;
  turn: 1 | -1;
  drag: Omit<Edge, "key" | "from" | "to"> | null;
}) {
  return (
    <svg className="cv-lines" aria-hidden="true" width="1" height="1">
      <defs>
        {["cv-end", "cv-end-own"].map((id) => (
          <marker
            key={id}
            id={id}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerUnits="userSpaceOnUse"
            markerWidth="9"
            markerHeight="9"
            orient="auto"
          >
            <path d="M0 0L8 4L0 8Z" />
          </marker>
        ))}
      </defs>
      {lines.map((line) => {
        const isOwn = line.from === open || line.to === open;
        return (
          <path
            key={line.key}
            d={curve(line, turn)}
            data-own={isOwn || undefined}
            markerEnd={`url(#${isOwn ? "cv-end-own" : "cv-end"})`}
          />
        );
      })}
      {drag && <path d={curve(drag, turn)} data-own="" markerEnd="url(#cv-end-own)" />}
    </svg>
  );
});
