/** What a person sees, as text that tells all of it where it is cut. */
import { useSees } from "../../../hooks/useSees";
import type { Said } from "./types";

/** The text. */
export function Sees({ said }: { said: readonly Said[] }) {
  const text = useSees()(said);
  return (
    <span className="pp-cut" title={text}>
      <bdi>{text}</bdi>
    </span>
  );
}
