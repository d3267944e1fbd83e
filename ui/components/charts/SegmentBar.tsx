/** One bar cut into the parts of a whole. */
import { pct } from "./scale";
import "./charts.css";

export interface Segment {
  key: string;
  /** A chart colour, 1 to 8. */
  tone: number;
  value: number;
  /** What hovering says. */
  title: string;
}

/** The segments side by side, in the order given, each at least a hair wide; nothing at all is an empty track. */
export function SegmentBar({ segments, label }: { segments: Segment[]; label: string }) {
  const total = segments.reduce((sum, segment) => sum + segment.value, 0);
  let start = 0;
  return (
    <svg className="sb" role="img" aria-label={label}>
      <rect width="100%" />
      {segments.map((segment) => {
        if (!total || !segment.value) return null;
        const share = (segment.value / total) * 100;
        const x = start;
        start += share;
        return (
          <rect key={segment.key} className={`c${segment.tone}`} x={pct(x)} width={pct(share)}>
            <title>{segment.title}</title>
          </rect>
        );
      })}
    </svg>
  );
}
