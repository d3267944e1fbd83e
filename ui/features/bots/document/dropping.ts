/** What becomes of a flow when a row of its outline is dropped on another one. */
import { moveNode, moveRow, placeAfter } from "./edit";

import type { FlowDocument, Path } from "./types";

/** A row of the outline: a node, or one of its ways on. */
export type OutlineRow = { node: string; path?: undefined } | { node: string; path: Path };

/** Say a row in an attribute. */
export const rowText = ({ node, path }: OutlineRow): string => JSON.stringify(path ? [node, ...path] : [node]);

/** Read what `rowText` has said. */
export function readRow(text: string): OutlineRow {
  const [node, ...path] = JSON.parse(text) as [string, ...(string | number)[]];
  return path.length > 0 ? { node, path } : { node };
}

/**
 * The flow after the drop: a node goes behind a node, or behind a way on; an option, branch or share to the place of
 * another one of the same node. The same flow where the one cannot go there.
 */
export function dropped(document: FlowDocument, held: OutlineRow, over: OutlineRow): FlowDocument {
  if (!held.path) {
    const place = over.path ? { after: over.node, path: over.path } : placeAfter(document, over.node);
    return place && over.node !== held.node ? moveNode(document, held.node, place) : document;
  }
  const [list, from] = held.path;
  const [other, to] = over.path ?? [];
  const isBeside = held.node === over.node && list === other && from !== to;
  if (!isBeside || typeof from !== "number" || typeof to !== "number") return document;
  return moveRow(document, ["nodes", held.node, list!], from, to);
}
