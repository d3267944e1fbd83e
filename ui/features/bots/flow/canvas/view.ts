/** The piece of the canvas that is in sight: pixels of the screen from what is on the canvas. */
import type { Box, Place } from "./layering";

/** How far the canvas is moved, in pixels of the screen, and how large it is drawn. */
export interface View extends Place {
  zoom: number;
}
export interface Size {
  width: number;
  height: number;
}

export const ZOOMS = { least: 0.2, most: 2, step: 1.25, first: 1 } as const;
const MARGIN = 24;
/** Pieces are seen in steps of so many pixels of the canvas, so that not every move draws others. */
const PIECE = 320;

const within = (zoom: number) => Math.min(ZOOMS.most, Math.max(ZOOMS.least, zoom));

/** Zoom by a factor, so that what is at a point of the screen stays there. */
export function zoomed(view: View, factor: number, at: Place): View {
  const zoom = within(view.zoom * factor);
  const by = zoom / view.zoom;
  return { zoom, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by };
}

/** All of it in sight, no larger than it is; mirrored where it is drawn from the other side. */
export function fitted(whole: Box, size: Size, turn: 1 | -1): View {
  const zoom = within(Math.min(1, (size.width - 2 * MARGIN) / whole.width, (size.height - 2 * MARGIN) / whole.height));
  const middle = (whole.x + whole.width / 2) * turn;
  return {
    zoom,
    x: size.width / 2 - middle * zoom,
    y: Math.max(MARGIN, (size.height - whole.height * zoom) / 2) - whole.y * zoom,
  };
}

/** The corner where reading begins, at the usual size. */
export const cornered = (whole: Box, size: Size, turn: 1 | -1): View => ({
  zoom: ZOOMS.first,
  x: turn === 1 ? MARGIN - whole.x * ZOOMS.first : size.width - MARGIN + whole.x * ZOOMS.first,
  y: MARGIN - whole.y * ZOOMS.first,
});

/** What is on the canvas at a point of the screen. */
export const placeAt = (view: View, at: Place, turn: 1 | -1): Place => ({
  x: ((at.x - view.x) / view.zoom) * turn,
  y: (at.y - view.y) / view.zoom,
});

/** The piece of the canvas that is in sight. */
export function seen(view: View, size: Size, turn: 1 | -1): Box {
  const [width, height] = [size.width / view.zoom, size.height / view.zoom];
  const x = -view.x / view.zoom;
  return { x: turn === 1 ? x : -x - width, y: -view.y / view.zoom, width, height };
}

/** The pieces that are in sight, and what is just beside them. */
export function pieces({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.floor(x / PIECE) - 1, Math.floor(y / PIECE) - 1];
  return {
    x: left * PIECE,
    y: top * PIECE,
    width: (Math.ceil((x + width) / PIECE) + 1 - left) * PIECE,
    height: (Math.ceil((y + height) / PIECE) + 1 - top) * PIECE,
  };
}

/** Moved as little as brings a box into sight. */
export function showing(view: View, box: Box, size: Size, turn: 1 | -1): View {
  const part = seen(view, size, turn);
  const margin = MARGIN / view.zoom;
  const along = (from: number, length: number, start: number, room: number) =>
    from < start + margin ? from - margin - start : Math.max(0, from + length + margin - start - room);
  return {
    zoom: view.zoom,
    x: view.x - along(box.x, box.width, part.x, part.width) * view.zoom * turn,
    y: view.y - along(box.y, box.height, part.y, part.height) * view.zoom,
  };
}
