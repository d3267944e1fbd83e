/** The mouse on the canvas: the ground is moved, cards are moved, and outputs are led to other cards. */
import { useRef, type MouseEvent, type PointerEvent, type RefObject } from "react";
import type { Place } from "./layering";
import type { Model } from "./model";
import type { Sight } from "./useSight";
import type { Acts, Asked } from "./types";
import { placeAt } from "./view";

/** How far a pointer goes before it no longer means a press, in pixels. */
const FAR = 5;

/** What is moved, and where it is by now. */
export type Held =
  | { kind: "ground" }
  | { kind: "card"; name: string; place: Place }
  | { kind: "output"; name: string; output: string; place: Place };

interface Begun {
  x: number;
  y: number;
  lastX: number;
  lastY: number;
  card: string | undefined;
  output: string | undefined;
  isMoving: boolean;
}

interface Around {
  box: RefObject<HTMLElement | null>;
  model: Model;
  sight: Sight;
  mayEdit: boolean;
  acts: Acts;
  held: Held | null;
  setHeld: (held: Held | null) => void;
  ask: (request: Asked) => void;
  focus: (name: string) => void;
}

const nameOf = (target: EventTarget | null) =>
  (target as Element | null)?.closest?.<HTMLElement>("[data-name]")?.dataset.name;
const outputOf = (target: EventTarget | null) =>
  (target as Element | null)?.closest?.<HTMLElement>("[data-port]")?.dataset.port;

/** Handlers of the ground. */
export function useGroundPointer({ box, model, sight, mayEdit, acts, held, setHeld, ask, focus }: Around) {
  const begun = useRef<Begun | null>(null);
  const wasMoved = useRef(false);
  const onScreen = (event: MouseEvent): Place => {
    const { left, top } = box.current!.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const onCanvas = (event: MouseEvent) => placeAt(sight.view, onScreen(event), sight.turn);
  const heldAt = (now: Begun, event: MouseEvent): Held => {
    if (now.card && now.output && mayEdit)
      return { kind: "output", name: now.card, output: now.output, place: onCanvas(event) };
    if (!now.card || !mayEdit) return { kind: "ground" };
    const from = model.boxes.get(now.card)!;
    const { zoom } = sight.view;
    const x = Math.round(from.x + ((event.clientX - now.x) / zoom) * sight.turn);
    return { kind: "card", name: now.card, place: { x, y: Math.round(from.y + (event.clientY - now.y) / zoom) } };
  };
  const release = () => {
    begun.current = null;
    setHeld(null);
  };
  const drop = (event: PointerEvent) => {
    if (held?.kind === "card") acts.move(held.name, held.place);
    if (held?.kind !== "output") return;
    const over = nameOf(document.elementFromPoint(event.clientX, event.clientY));
    if (over) acts.connect(held.name, held.output, over);
    else ask({ name: held.name, output: held.output, at: onScreen(event) });
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      const target = event.target as Element;
      wasMoved.current = false;
      if (target.closest("[data-tool]") || event.button > 1) return;
      const isGround = event.button === 1;
      const card = isGround ? undefined : nameOf(target);
      const output = isGround ? undefined : outputOf(target);
      const { clientX: x, clientY: y } = event;
      begun.current = { x, y, lastX: x, lastY: y, card, output, isMoving: false };
    },
    onPointerMove: (event: PointerEvent) => {
      const now = begun.current;
      if (!now) return;
      if (!now.isMoving) {
        if (Math.hypot(event.clientX - now.x, event.clientY - now.y) < FAR) return;
        now.isMoving = wasMoved.current = true;
        box.current!.setPointerCapture(event.pointerId);
      }
      const next = heldAt(now, event);
      if (next.kind === "ground") sight.pan(event.clientX - now.lastX, event.clientY - now.lastY);
      [now.lastX, now.lastY] = [event.clientX, event.clientY];
      if (next.kind !== "ground" || held?.kind !== "ground") setHeld(next);
    },
    onPointerUp: (event: PointerEvent) => {
      if (begun.current?.isMoving) drop(event);
      release();
    },
    onPointerCancel: release,
    onClickCapture: (event: MouseEvent) => {
      if (!wasMoved.current) return;
      wasMoved.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onClick: (event: MouseEvent) => {
      if ((event.target as Element).closest("[data-tool]")) return;
      const [name, output] = [nameOf(event.target), outputOf(event.target)];
      if (!name) return;
      focus(name);
      if (output === undefined) return acts.open(name, event.detail === 0);
      const { left, bottom } = (event.target as Element).getBoundingClientRect();
      const own = box.current!.getBoundingClientRect();
      ask({ name, output, at: { x: left - own.left, y: bottom - own.top + 4 } });
    },
  };
}
