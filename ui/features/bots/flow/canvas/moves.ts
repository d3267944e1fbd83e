/** What keys and the mouse do on a canvas: to which node one goes, and what leads where from then on. */
import { setAt, valueAt } from "../../document/edit";
import type { FlowDocument, Path } from "../../document/types";
import type { Box } from "./layering";

export type Direction = "up" | "down" | "start" | "end";

const AXES = { up: [0, -1], down: [0, 1], start: [-1, 0], end: [1, 0] } as const;
/** How much nearer a node counts as to which an edge leads. */
const LINKED = 0.5;
/** How much more a step aside counts than one ahead. */
const ASIDE = 2;

/** The nearest node in a direction; one that an edge leads to, or comes from, is taken before others. */
export function nearest(
  boxes: ReadonlyMap<string, Box>,
  name: string,
  direction: Direction,
  isLinked: (name: string, other: string) => boolean,
): string | undefined {
  const [dx, dy] = AXES[direction];
  const middle = ({ x, y, width, height }: Box) => [x + width / 2, y + height / 2] as const;
  const [x, y] = middle(boxes.get(name)!);
  let best: { name: string; cost: number } | undefined;
  for (const [other, box] of boxes) {
    if (other === name) continue;
    const [otherX, otherY] = middle(box);
    const ahead = (otherX - x) * dx + (otherY - y) * dy;
    const aside = Math.abs((otherX - x) * dy) + Math.abs((otherY - y) * dx);
    if (ahead <= 0 || aside > ahead * ASIDE) continue;
    const cost = (ahead + aside * ASIDE) * (isLinked(name, other) ? LINKED : 1);
    if (!best || cost < best.cost) best = { name: other, cost };
  }
  return best?.name;
}

/** The document with an output that leads to another node; the same one where nothing changes. */
export function connected(document: FlowDocument, from: string, path: Path, to: string): FlowDocument {
  const at: Path = ["nodes", from, ...path];
  const isThere = Object.hasOwn(document.nodes, from) && Object.hasOwn(document.nodes, to);
  return !isThere || valueAt(document, at) === to ? document : setAt(document, at, to);
}

/** The name a node has by now, where one was renamed in its place: its place on the canvas follows it. */
export function renamed(before: readonly string[], after: readonly string[]): [string, string] | undefined {
  if (before.length !== after.length) return undefined;
  const changed = before.flatMap((name, at) => (name === after[at] ? [] : [at]));
  const [at] = changed;
  return changed.length === 1 ? [before[at!]!, after[at!]!] : undefined;
}
