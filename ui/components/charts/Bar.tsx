/** A horizontal bar that shows a share of a track; its number stands beside it as text. */
import { pct } from "./scale";

/** `share` is 0..100 of the full length. */
export function Bar({ share }: { share: number | null }) {
  return (
    <svg className="hb" aria-hidden="true">
      <rect width="100%" />
      {share !== null && share > 0 && <rect className="c1" width={pct(Math.max(1.5, Math.min(100, share)))} />}
    </svg>
  );
}
