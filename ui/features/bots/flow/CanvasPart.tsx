/** The place of the canvas beside the outline: its script comes when it is shown. */
import { lazy, Suspense, useSyncExternalStore } from "react";
import type { PlacingRef } from "./canvas/placing";

const Canvas = lazy(() => import("./canvas/Canvas"));

/** From how many pixels on there is room for it; the style sheet has the same. */
const ROOM = "(min-width: 901px)";
const watch = (changed: () => void) => {
  const room = matchMedia(ROOM);
  room.addEventListener("change", changed);
  return () => room.removeEventListener("change", changed);
};

/** The canvas where there is room for it; without a script there is the outline alone. */
export function CanvasPart({ open, placing }: { open: string; placing: PlacingRef }) {
  const hasRoom = useSyncExternalStore(
    watch,
    () => matchMedia(ROOM).matches,
    () => false,
  );
  return (
    <div className="fl-canvas">
      {hasRoom && (
        <Suspense>
          <Canvas open={open} placingRef={placing} />
        </Suspense>
      )}
    </div>
  );
}
