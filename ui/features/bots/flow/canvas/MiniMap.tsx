/** All of the canvas in small, with the piece that is in sight. */
import { memo, type MouseEvent } from "react";
import type { Box } from "./layering";
import type { Sight } from "./useSight";
import { seen } from "./view";

const leftOf = (box: Box, turn: 1 | -1) => (turn === 1 ? box.x : -box.x - box.width);

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
      viewBox={`${leftOf(whole, turn)} ${whole.y} ${whole.width} ${whole.height}`}
      onClick={press}
    >
      <Dots boxes={boxes} open={open} turn={turn} />
      <rect className="cv-part" x={leftOf(part, turn)} y={part.y} width={part.width} height={part.height} />
    </svg>
  );
}

/** All nodes, drawn again only when one is moved. */
const Dots = memo(function Dots({
  boxes,
  open,
  turn,
}: {
  boxes: ReadonlyMap<string, Box>;
  open: string;
  turn: 1 | -1;
}) {
  return [...boxes].map(([name, box]) => (
    <rect
      key={name}
      x={leftOf(box, turn)}
      y={box.y}
      width={box.width}
      height={box.height}
      rx="8"
      data-chosen={name === open || undefined}
    />
  ));
});
