/** What is in sight of the canvas, moved and zoomed without drawing its cards again. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { Box, Place } from "./layering";
import { cornered, fitted, showing, zoomed, type Size, type View } from "./view";

/** How small all of it may be drawn at first; what is larger begins at its corner. */
const READABLE = 0.6;

export interface Sight {
  view: View;
  size: Size;
  /** −1 where the canvas is mirrored. */
  turn: 1 | -1;
  set: (view: View) => void;
  pan: (dx: number, dy: number) => void;
  /** Zoom by a factor; where no point is given, what is in the middle stays there. */
  zoom: (factor: number, at?: Place) => void;
  fit: () => void;
  show: (box: Box) => void;
}

/** The first view: all of it if that can be read, and in any case the node that is open. */
function begun(whole: Box, size: Size, turn: 1 | -1, first: Box | undefined): View {
  const all = fitted(whole, size, turn);
  const view = all.zoom >= READABLE ? all : cornered(whole, size, turn);
  return first ? showing(view, first, size, turn) : view;
}

/** The sight of a canvas. */
export function useSight({
  box,
  world,
  whole,
  first,
}: {
  box: RefObject<HTMLElement | null>;
  world: RefObject<HTMLElement | null>;
  whole: Box;
  first: Box | undefined;
}): Sight {
  const [view, set] = useState<View>({ x: 0, y: 0, zoom: 1 });
  const [{ size, turn }, measure] = useState<{ size: Size; turn: 1 | -1 }>({ size: { width: 0, height: 0 }, turn: 1 });
  const began = useRef(false);
  const beginning = useRef({ whole, first });
  useLayoutEffect(() => {
    const element = box.current!;
    const look = () => {
      const now = { width: element.clientWidth, height: element.clientHeight };
      const side = getComputedStyle(element).direction === "rtl" ? -1 : 1;
      measure({ size: now, turn: side });
      if (began.current || now.width === 0) return;
      began.current = true;
      set(begun(beginning.current.whole, now, side, beginning.current.first));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  useLayoutEffect(() => {
    for (const element of [world.current, box.current]) {
      element?.style.setProperty("--vx", `${view.x}px`);
      element?.style.setProperty("--vy", `${view.y}px`);
      element?.style.setProperty("--zoom", String(view.zoom));
    }
  }, [world, box, view]);
  const pan = useCallback((dx: number, dy: number) => set((now) => ({ ...now, x: now.x + dx, y: now.y + dy })), []);
  const zoom = useCallback(
    (factor: number, at: Place = { x: size.width / 2, y: size.height / 2 }) => set((now) => zoomed(now, factor, at)),
    [size],
  );
  const show = useCallback((target: Box) => set((now) => showing(now, target, size, turn)), [size, turn]);
  useEffect(() => {
    const element = box.current!;
    // A page's own listener may not keep the page from scrolling.
    const wheel = (event: WheelEvent) => {
      if ((event.target as Element).closest(".cv-menu")) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey)
        zoom(Math.exp(-event.deltaY / 300), { x: event.clientX - left, y: event.clientY - top });
      else if (event.shiftKey && event.deltaX === 0) pan(-event.deltaY, 0);
      else pan(-event.deltaX, -event.deltaY);
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, [box, pan, zoom]);
  return { view, size, turn, set, pan, zoom, fit: () => set(fitted(whole, size, turn)), show };
}
