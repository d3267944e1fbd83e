/** Where nodes are that nobody has moved: every region in layers by the longest path, regions beside each other. */
import { targets } from "../../document/graph";
import { groups, type Group } from "../../document/outline";
import type { FlowDocument } from "../../document/types";
import { CARD } from "./cards";

export interface Place {
  x: number;
  y: number;
}
export interface Box extends Place {
  width: number;
  height: number;
}
/** Nodes under one heading of the outline, and what surrounds them. */
export interface Region extends Box {
  group: Group;
}

const GAP = { x: 64, y: 44, region: 28 } as const;
/** Room within a region's frame around its nodes, and for its name. */
export const FRAME = { side: 20, top: 44, foot: 20 } as const;
/** How many nodes of one layer are beside each other; more begin another row. */
const ACROSS = 4;
/** How high a region grows before it goes on beside itself, as a text does in columns; more where it has many nodes. */
const HIGHEST = { least: 1800, root: 240 } as const;
/** How much wider than high the whole is, about. */
const RATIO = 1.7;

/** The layer of each node: one more than that of any node which leads to it, ways back left out. */
export function layers(names: readonly string[], leads: (name: string) => readonly string[]): Map<string, number> {
  const own = new Set(names);
  const state = new Map<string, "open" | "done">();
  const order: string[] = [];
  const forward = new Map<string, string[]>();
  for (const first of names) {
    if (state.has(first)) continue;
    const path: { name: string; ahead: string[] }[] = [];
    const enter = (name: string) => {
      state.set(name, "open");
      forward.set(name, []);
      path.push({ name, ahead: [...leads(name)].reverse() });
    };
    enter(first);
    while (path.length > 0) {
      const { name, ahead } = path.at(-1)!;
      const next = ahead.pop();
      if (next === undefined) {
        state.set(name, "done");
        order.push(name);
        path.pop();
      } else if (own.has(next) && state.get(next) !== "open") {
        forward.get(name)!.push(next);
        if (!state.has(next)) enter(next);
      }
    }
  }
  const depths = new Map(names.map((name) => [name, 0]));
  for (const name of order.reverse())
    for (const next of forward.get(name)!) depths.set(next, Math.max(depths.get(next)!, depths.get(name)! + 1));
  return depths;
}

/** The column that is free in a row and nearest to the one that is wanted. */
function nearestFree(taken: ReadonlySet<number>, near: number): number | undefined {
  for (let off = 0; off < ACROSS; off += 1)
    for (const column of [near + off, near - off])
      if (column >= 0 && column < ACROSS && !taken.has(column)) return column;
  return undefined;
}

/** The places of one region's nodes, from its own corner. */
function arrangeRegion(
  names: readonly string[],
  leads: (name: string) => readonly string[],
  height: (name: string) => number,
): Map<string, Place> {
  const layer = layers(names, leads);
  const columns = new Map<string, number>();
  const places = new Map<string, Place>();
  const inLayers: string[][] = [];
  for (const name of names) (inLayers[layer.get(name)!] ??= []).push(name);
  const highest = Math.max(HIGHEST.least, HIGHEST.root * Math.sqrt(names.length));
  let [top, side, widest] = [0, 0, 0];
  for (const inLayer of inLayers) {
    if (top > highest) {
      side += widest + 1;
      [top, widest] = [0, 0];
    }
    let taken = new Set<number>();
    let tallest = 0;
    const waiting = [...inLayer].sort((a, b) => (columns.get(a) ?? 0) - (columns.get(b) ?? 0));
    for (const name of waiting) {
      let column = nearestFree(taken, columns.get(name) ?? 0);
      if (column === undefined) {
        top += tallest + GAP.y;
        taken = new Set();
        tallest = 0;
        column = nearestFree(taken, columns.get(name) ?? 0)!;
      }
      taken.add(column);
      tallest = Math.max(tallest, height(name));
      widest = Math.max(widest, column);
      places.set(name, { x: (side + column) * (CARD.width + GAP.x), y: top });
      leads(name).forEach((next, at) => {
        if (!columns.has(next)) columns.set(next, Math.min(column + at, ACROSS - 1));
      });
    }
    top += tallest + GAP.y;
  }
  const start = Math.min(...[...places.values()].map(({ x }) => x));
  return new Map([...places].map(([name, { x, y }]) => [name, { x: x - start, y }]));
}

/** What surrounds boxes. */
export function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  return { x, y, width, height: Math.max(...boxes.map((box) => box.y + box.height)) - y };
}

/** Put regions into columns, in their order: the next one begins where the present one is high enough. */
function packed(sizes: readonly Box[]): Place[] {
  const area = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  const highest = Math.max(Math.sqrt(area / RATIO), ...sizes.map(({ height }) => height));
  let [x, y, widest] = [0, 0, 0];
  return sizes.map(({ width, height }) => {
    if (y > 0 && y + height > highest) {
      x += widest + GAP.region;
      [y, widest] = [0, 0];
    }
    const place = { x, y };
    y += height + GAP.region;
    widest = Math.max(widest, width);
    return place;
  });
}

/** The places of all nodes by themselves; the same document gives the same ones. */
export function arranged(document: FlowDocument, height: (name: string) => number): Map<string, Place> {
  const ahead = new Map(Object.entries(document.nodes).map(([name, node]) => [name, [...new Set(targets(node))]]));
  const leads = (name: string) => ahead.get(name) ?? [];
  const regions = groups(document)
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ nodes }) => arrangeRegion(nodes, leads, height));
  const sizes = regions.map((places) => {
    const inner = around([...places].map(([name, place]) => ({ ...place, width: CARD.width, height: height(name) })));
    return {
      ...inner,
      width: inner.width + 2 * FRAME.side,
      height: inner.height + FRAME.top + FRAME.foot,
    };
  });
  const corners = packed(sizes);
  return new Map(
    regions.flatMap((places, at) =>
      [...places].map(
        ([name, { x, y }]) =>
          [name, { x: corners[at]!.x + FRAME.side + x, y: corners[at]!.y + FRAME.top + y }] as const,
      ),
    ),
  );
}

/** The frames around the nodes of each group, wherever these are by now. */
export const regionsOf = (document: FlowDocument, boxes: ReadonlyMap<string, Box>): Region[] =>
  groups(document)
    .filter(({ nodes }) => nodes.length > 0)
    .map((group) => {
      const inner = around(group.nodes.map((name) => boxes.get(name)!));
      return {
        group,
        x: inner.x - FRAME.side,
        y: inner.y - FRAME.top,
        width: inner.width + 2 * FRAME.side,
        height: inner.height + FRAME.top + FRAME.foot,
      };
    });
