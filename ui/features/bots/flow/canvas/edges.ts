/** The curves that lead from an output to a node. */
import { CARD, outputTop, type Card } from "./cards";
import type { Box, Place } from "./layering";

/** An edge of the graph as it is drawn. */
export interface Edge {
  key: string;
  from: string;
  to: string;
  start: Place;
  /** It leaves its card downwards, not at its side. */
  isPlain: boolean;
  end: Place;
  side: "top" | "start" | "end";
}

/** How far below the top of a card an edge comes in or leaves at its side. */
const SIDE_TOP = 18;
const [LEAST_BEND, MOST_BEND] = [36, 140];

const sideOf = (box: Box) => box.y + Math.min(SIDE_TOP, box.height / 2);

/** Where an output is. */
export const outputPlace = (card: Card, box: Box, at: number): Place =>
  card.isPlain
    ? { x: box.x + box.width / 2, y: box.y + box.height }
    : { x: box.x + box.width, y: box.y + outputTop(card, at) };

/** Where an edge that begins somewhere comes into a card. */
function entry(start: Place, isPlain: boolean, box: Box): Pick<Edge, "end" | "side"> {
  const top = { x: box.x + box.width / 2, y: box.y };
  const isBelow = box.y >= start.y + 12;
  if (isBelow && (isPlain || Math.abs(top.x - start.x) > CARD.width)) return { end: top, side: "top" };
  const y = sideOf(box);
  return box.x > start.x + 12
    ? { end: { x: box.x, y }, side: "start" }
    : { end: { x: box.x + box.width, y }, side: "end" };
}

/** All edges between cards. */
export function edges(cards: readonly Card[], boxes: ReadonlyMap<string, Box>): Edge[] {
  return cards.flatMap((card) =>
    card.outputs.flatMap((output, at) => {
      const box = output.target === undefined ? undefined : boxes.get(output.target);
      if (!box) return [];
      const own = boxes.get(card.name)!;
      const place = outputPlace(card, own, at);
      const into = entry(place, card.isPlain, box);
      // What is not below is led to from the side: downwards first would go behind the card.
      const isAside = card.isPlain && into.side !== "top";
      const start = isAside ? { x: own.x + own.width, y: sideOf(own) } : place;
      const key = `${card.name}/${output.key}`;
      return [{ key, from: card.name, to: output.target!, start, isPlain: card.isPlain && !isAside, ...into }];
    }),
  );
}

const bend = (length: number) => Math.min(MOST_BEND, Math.max(LEAST_BEND, Math.abs(length) / 2));

/** The path of a curve; `turn` is −1 where the canvas is mirrored. */
export function curve({ start, end, isPlain, side }: Omit<Edge, "key" | "from" | "to">, turn: 1 | -1): string {
  const reach = { x: bend(end.x - start.x), y: bend(end.y - start.y) };
  const out = isPlain ? { x: start.x, y: start.y + reach.y } : { x: start.x + reach.x, y: start.y };
  const into =
    side === "top"
      ? { x: end.x, y: end.y - reach.y }
      : { x: end.x + (side === "start" ? -reach.x : reach.x), y: end.y };
  const coordinates = ({ x, y }: Place) => `${Math.round(x * turn)} ${Math.round(y)}`;
  return `M${coordinates(start)}C${coordinates(out)} ${coordinates(into)} ${coordinates(end)}`;
}

/** Whether a box and a piece of the canvas have something in common. */
export const meets = (box: Box, other: Box): boolean =>
  box.x < other.x + other.width &&
  other.x < box.x + box.width &&
  box.y < other.y + other.height &&
  other.y < box.y + box.height;

/** The room an edge takes at most. */
export const edgeBox = ({ start, end }: Pick<Edge, "start" | "end">): Box => ({
  x: Math.min(start.x, end.x) - MOST_BEND,
  y: Math.min(start.y, end.y) - MOST_BEND,
  width: Math.abs(start.x - end.x) + 2 * MOST_BEND,
  height: Math.abs(start.y - end.y) + 2 * MOST_BEND,
});
