/** The keys of the canvas: along the nodes, over the ground, nearer and farther. */
import type { KeyboardEvent } from "react";
import type { Edge } from "./edges";
import type { Model } from "./model";
import { nearest, type Direction } from "./moves";
import type { Sight } from "./useSight";
import type { Acts } from "./types";
import { ZOOMS } from "./view";

/** How far a press moves a node, and the ground. */
const [STEP, PAN] = [20, 60];

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

const direction = (dx: number, dy: number): Direction => (dy < 0 ? "up" : dy > 0 ? "down" : dx < 0 ? "start" : "end");

interface Around {
  model: Model;
  lines: readonly Edge[];
  /** The node that has the focus, or had it last. */
  focused: string;
  sight: Sight;
  mayEdit: boolean;
  acts: Acts;
  /** Put the focus on a node. */
  go: (name: string) => void;
}

/** What answers the keys. */
export function useGroundKeys({ model, lines, focused, sight, mayEdit, acts, go }: Around) {
  const arrow = (event: KeyboardEvent, [dx, dy]: readonly [number, number], isCard: boolean) => {
    if (!isCard) return sight.pan(-dx * PAN, -dy * PAN);
    const along = dx * sight.turn;
    if (event.shiftKey) {
      const box = model.boxes.get(focused)!;
      const place = { x: box.x + along * STEP, y: box.y + dy * STEP };
      if (!mayEdit) return;
      acts.move(focused, place);
      return sight.show({ ...box, ...place });
    }
    const isLinked = (name: string, other: string) =>
      lines.some(({ from, to }) => (from === name && to === other) || (from === other && to === name));
    const next = nearest(model.boxes, focused, direction(along, dy), isLinked);
    if (next) go(next);
  };
  /** Tab comes to the outputs of a card, and from the last of them to the next card. */
  const tab = (event: KeyboardEvent) => {
    const card = (event.target as Element).closest("[data-name]");
    if (!card) return;
    const stops = [...card.querySelectorAll<HTMLElement>("button:not([disabled])")];
    const isLast = event.target === (event.shiftKey ? stops[0] : stops.at(-1));
    const next = model.order[model.order.indexOf(focused) + (event.shiftKey ? -1 : 1)];
    if (!isLast || !next) return;
    event.preventDefault();
    go(next);
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("[data-tool]")) return;
    if (event.key === "Tab") return tab(event);
    const isCard = Boolean(target.closest("[data-name]"));
    const keys: Readonly<Record<string, (() => void) | undefined>> = {
      "+": () => sight.zoom(ZOOMS.step),
      "=": () => sight.zoom(ZOOMS.step),
      "-": () => sight.zoom(1 / ZOOMS.step),
      "0": sight.fit,
      Delete: isCard && mayEdit ? () => acts.remove(focused) : undefined,
    };
    const step = ARROWS[event.key];
    const act = step ? () => arrow(event, step, isCard) : keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}
