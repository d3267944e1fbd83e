/** A horizontal bar that shows a share of a track; its number is beside it as text. */
import { pct } from "./scale";
import "./charts.css";

/** `share` is 0..100 of the full length. */
export function Bar({ share, tone = 1 }: { share: number | null; tone?: number }) {
  return (
    <svg className="hb" aria-hidden="true">
      <rect width="100%" />
      {share !== null && share > 0 && <rect className={`c${tone}`} width={pct(Math.max(1.5, Math.min(100, share)))} />}
    </svg>
  );
}
