/** A small line of at most 30 points; the neighbouring text carries its meaning, so it is hidden from readers. */
import { px } from "./scale";

interface Props {
  /** The values in time order; null leaves a gap. */
  values: (number | null)[];
  /** True draws the last step dotted: it may still change. */
  provisional?: boolean;
}

const HEIGHT = 28;
const WIDE = 100;

/** The path through the points, lifting the pen at every gap. */
function line(points: ([number, number] | null)[]): string {
  let pen = "M";
  let path = "";
  for (const point of points) {
    if (point) path += `${pen}${point[0]} ${point[1]}`;
    pen = point ? "L" : "M";
  }
  return path;
}

/** The line, a faint area below it and a dot at its end. */
export function Sparkline({ values, provisional = false }: Props) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return <svg className="sp" aria-hidden="true" />;
  const low = Math.min(...known);
  const span = Math.max(...known) - low || 1;
  const points = values.map((value, index): [number, number] | null =>
    value === null
      ? null
      : [px((index / (values.length - 1)) * WIDE), px(HEIGHT - 4 - ((value - low) / span) * (HEIGHT - 8))],
  );
  const last = points.at(-1) ?? null;
  const body = provisional ? points.slice(0, -1) : points;
  const first = points.find((point) => point);
  const end = body.filter((point) => point).at(-1);
  return (
    <svg className="sp" aria-hidden="true">
      <svg viewBox={`0 0 ${WIDE} ${HEIGHT}`} preserveAspectRatio="none">
        {first && end && <path className="sa" d={`${line(body)}V${HEIGHT}H${first[0]}z`} />}
        <path className="sl" d={line(body)} />
        {provisional && <path className="sl sd" d={line(points.slice(-2))} />}
      </svg>
      {last && <circle cx="100%" cy={last[1]} r="2.5" />}
    </svg>
  );
}
