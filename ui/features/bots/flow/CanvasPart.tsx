/** The place of the canvas beside the outline: its script and its words come when it is shown. */
import { MESSAGES } from "virtual:messages";
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { useLocale } from "../../../lib/i18n";
import { loadMessages } from "../../../page";

const Canvas = lazy(() => import("./canvas/Canvas"));

/** From how many pixels on there is room for it; the style sheet has the same. */
const ROOM = "(min-width: 901px)";
const watch = (changed: () => void) => {
  const room = matchMedia(ROOM);
  room.addEventListener("change", changed);
  return () => room.removeEventListener("change", changed);
};

/** The canvas where there is room for it; without a script there is the outline alone. */
export function CanvasPart({ open }: { open: string }) {
  const locale = useLocale();
  const [worded, setWorded] = useState("");
  const hasRoom = useSyncExternalStore(
    watch,
    () => matchMedia(ROOM).matches,
    () => false,
  );
  useEffect(() => {
    if (hasRoom) void loadMessages(["canvas"], locale, MESSAGES).then(() => setWorded(locale));
  }, [hasRoom, locale]);
  return (
    <div className="fl-canvas">
      {hasRoom && worded === locale && (
        <Suspense>
          <Canvas open={open} />
        </Suspense>
      )}
    </div>
  );
}
