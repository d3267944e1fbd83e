/** All of the canvas in small, with the piece that is in sight. */
import type { MouseEvent } from "react";
import type { Box } from "./layering";
import type { Sight } from "./useSight";
import { seen } from "./view";

/** The map; a press shows another piece. Keys have other ways. */
export function MiniMap({
  boxes,
  whole,
  open,
  sight,
}: {
  boxes: ReadonlyMap<string, Box>;
  whole: Box;
  open: string;
  sight: Sight;
}) {
  const { view, size, turn } = sight;
  const part = seen(view, size, turn);
  const isAll =
    part.x <= whole.x &&
    part.y <= whole.y &&
    part.x + part.width >= whole.x + whole.width &&
    part.y + part.height >= whole.y + whole.height;
  if (isAll) return null;
  const left = (box: Box) => (turn === 1 ? box.x : -box.x - box.width);
  const press = (event: MouseEvent<SVGSVGElement>) => {
    const matrix = event.currentTarget.getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    sight.set({
      ...view,
      x: size.width / 2 - at.x * view.zoom,
      y: size.height / 2 - at.y * view.zoom,
    });
  };
  return (
    // For the mouse alone: keys move and fit the canvas itself.
    <svg
      className="cv-map"
      aria-hidden="true"
      data-tool=""
      viewBox={`${left(whole)} ${whole.y} ${whole.width} ${whole.height}`}
      onClick={press}
    >
      {[...boxes].map(([name, box]) => (
        <rect
          key={name}
          x={left(box)}
          y={box.y}
          width={box.width}
          height={box.height}
          rx="8"
          data-chosen={name === open || undefined}
        />
      ))}
      <rect className="cv-part" x={left(part)} y={part.y} width={part.width} height={part.height} />
    </svg>
  );
}
