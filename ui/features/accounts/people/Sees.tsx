/** What a person sees, as text that tells all of it where it is cut. */
import { useSees } from "../../../hooks/useSees";
import type { Said } from "./types";

/** The text. */
export function Sees({ places }: { places: readonly Said[] }) {
  const text = useSees()(places);
  return (
    <span className="pp-cut" title={text}>
      <bdi>{text}</bdi>
    </span>
  );
}
