/** A small line of at most 30 points; the neighbouring text carries its meaning, so it is hidden from readers. */
import "./charts.css";

interface Props {
  /** The values in time order; null leaves a gap. */
  values: (number | null)[];
  /** True draws the last step dotted: it may still change. */
  provisional?: boolean;
  /** Where a line is dotted across. */
  limit?: number | null;
}

type Point = readonly [x: number, y: number] | null;

/** Half pixels of height: whole numbers make short paths. */
const HEIGHT = 56;
const MARGIN = 8;

/** The path through the points in relative steps, lifting the pen at every gap. */
function line(points: Point[]): string {
  let last: Point = null;
  let path = "";
  for (const point of points) {
    if (point) path += last ? `l${point[0] - last[0]} ${point[1] - last[1]}` : `M${point[0]} ${point[1]}`;
    last = point;
  }
  return path.replaceAll(" -", "-");
}

/** The line, a faint area below it and a dot at its end. */
export function Sparkline({ values, provisional = false, limit = null }: Props) {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length < 2) return <svg className="sp" aria-hidden="true" />;
  const all = limit === null ? numbers : [...numbers, limit];
  const low = Math.min(...all);
  const span = Math.max(...all) - low || 1;
  const height = (value: number) => Math.round(HEIGHT - MARGIN - ((value - low) / span) * (HEIGHT - 2 * MARGIN));
  const points = values.map((value, index): Point => (value === null ? null : [index, height(value)]));
  const last = points.at(-1) ?? null;
  const body = provisional ? points.slice(0, -1) : points;
  const first = points.find((point) => point);
  return (
    <svg className="sp" aria-hidden="true">
      <svg viewBox={`0 0 ${values.length - 1} ${HEIGHT}`} preserveAspectRatio="none">
        {first && numbers.length === values.length && <path className="sa" d={`${line(body)}V${HEIGHT}H0z`} />}
        <path className="sl" d={line(body)} />
        {provisional && <path className="sl sd" d={line(points.slice(-2))} />}
        {limit !== null && <path className="sl sd" d={`M0 ${height(limit)}h${values.length - 1}`} />}
      </svg>
      {last && <circle cx="100%" cy={last[1] / 2} r="2.5" />}
    </svg>
  );
}
