/** Drawing with the pointer over days or slots: selecting, moving and resizing, by one set of handlers. */
import { useEffect, useRef, useState, type PointerEvent } from "react";
import type { Clock, Placed } from "./time";

/** What is being drawn, from where to where. */
export interface Drag {
  kind: "select" | "move" | "resize";
  placed: Placed | null;
  from: Clock;
  to: Clock;
}

const FAR = 5;

interface Options {
  /** Which minute of which day is under a point, or none. */
  at: (x: number, y: number) => Clock | null;
  onEnd: (drag: Drag) => void;
  /** Whether anything may be drawn at all. */
  may: boolean;
}

/** The drag under way, and the handler that begins one; a press that does not go far stays a click. */
export function useDragging({ at, onEnd, may }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const stop = useRef<() => void>(() => undefined);
  const latest = useRef({ at, onEnd });
  useEffect(() => {
    latest.current = { at, onEnd };
  });
  useEffect(() => () => stop.current(), []);
  const begin = (event: PointerEvent, kind: Drag["kind"], placed: Placed | null = null) => {
    // A finger scrolls; it opens by a tap and changes by the form.
    if (!may || event.button !== 0 || event.pointerType === "touch") return;
    const from = at(event.clientX, event.clientY);
    if (!from) return;
    event.stopPropagation();
    const { clientX, clientY } = event;
    let now: Drag | null = null;
    const move = (moved: globalThis.PointerEvent) => {
      if (!now && Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < FAR) return;
      moved.preventDefault();
      const to = latest.current.at(moved.clientX, moved.clientY);
      if (to) setDrag((now = { kind, placed, from, to }));
    };
    const end = (ended: Event) => {
      stop.current();
      if (!now) return;
      // The click that follows a drag opens nothing.
      const swallow = (click: Event) => {
        click.preventDefault();
        click.stopPropagation();
      };
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      if (ended.type === "pointerup") latest.current.onEnd(now);
    };
    const cancel = (key: KeyboardEvent) => {
      if (key.key !== "Escape") return;
      now = null;
      stop.current();
    };
    stop.current = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      removeEventListener("keydown", cancel);
      setDrag(null);
      stop.current = () => undefined;
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    addEventListener("keydown", cancel);
  };
  return { drag, begin };
}
