/** Columns of stacked parts over time; x stretches with the page, y is in pixels, text never stretches. */
import { pct, px, ticks } from "./scale";

export interface Column {
  key: string;
  /** One value per tone, from the bottom up. */
  values: number[];
  /** The same bucket of the comparison period. */
  previous: number | null;
  /** The bucket is not over: hatched. */
  partial: boolean;
  /** The bucket may still change: dashed cap. */
  provisional: boolean;
  /** A number that was final has changed since; said in words: marked above. */
  restated?: string;
  /** What hovering says. */
  title: string;
  /** The evidence behind the bucket. */
  href: string;
  /** The label below, where this column has one. */
  tick?: string;
}

interface Props {
  columns: Column[];
  /** Chart colours of the parts, from the bottom up. */
  tones: number[];
  /** What the picture shows, in words. */
  label: string;
  number: (value: number) => string;
}

const TOP = 14;
const FLOOR = 220;
/** Columns are ten units wide, so that coordinates are short whole numbers; the plot stretches anyway. */
const STEP = 10;

/** The plot and its axes; a table twin belongs beside it. */
export function StackedColumns({ columns, tones, label, number }: Props) {
  const top = Math.max(1, ...columns.map((column) => Math.max(sum(column.values), column.previous ?? 0)));
  const grid = ticks(top);
  const max = grid.at(-1) ?? 1;
  const y = (value: number) => Math.round(FLOOR - (value / max) * (FLOOR - TOP));
  const wide = STEP * Math.max(1, columns.length);
  const box = `0 0 ${wide} ${FLOOR}`;
  const thick = px(Math.min(STEP * 0.7, wide * 0.064));
  const centre = (index: number) => index * STEP + STEP / 2;
  const share = (x: number) => pct((x / wide) * 100);
  const solid = tones.map(() => "");
  let before = "";
  let caps = "";
  columns.forEach((column, index) => {
    const x = centre(index);
    let base = 0;
    column.values.forEach((value, part) => {
      if (value > 0 && !column.partial) {
        const foot = y(base) - (base ? 1 : 0);
        solid[part] += `M${x} ${foot}V${Math.min(y(base + value), foot)}`;
      }
      base += value;
    });
    const half = px(thick / 2);
    if (column.previous !== null) before += `M${px(x - half - 0.5)} ${y(column.previous)}h${px(thick + 1)}`;
    if (column.provisional && base) caps += `M${px(x - half)} ${y(base) - 3}h${thick}`;
  });
  return (
    <div className="cc" role="group" aria-label={label}>
      <svg className="cy" aria-hidden="true">
        {grid.map((value) => (
          <text key={value} x="100%" y={y(value) + 4}>
            {number(value)}
          </text>
        ))}
      </svg>
      <svg className="cp" aria-hidden="true">
        <defs>
          {tones.map((tone) => (
            <pattern key={tone} id={`h${tone}`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <path className={`s${tone}`} d="M1 0v5" />
            </pattern>
          ))}
        </defs>
        <svg height={FLOOR} viewBox={box} preserveAspectRatio="none">
          <path className="gr" d={grid.slice(1).map((value) => `M0 ${y(value)}h${wide}`).join("")} />
          {tones.map((tone, part) => solid[part] && <path key={tone} className={`s${tone}`} strokeWidth={thick} d={solid[part]} />)}
        </svg>
        {columns.map((column, index) => column.partial && <Hatched key={column.key} {...{ column, tones, y }} x={share(centre(index) - thick / 2)} width={share(thick)} />)}
        <svg height={FLOOR} viewBox={box} preserveAspectRatio="none">
          <path className="ze" d={`M0 ${FLOOR}h${wide}`} />
          {before && <path className="pv" d={before} />}
          {caps && <path className="cq" d={caps} />}
          <g className="ht" strokeWidth={STEP}>
            {columns.map((column, index) => (
              <a key={column.key} href={column.href} tabIndex={-1}>
                <path d={`M${centre(index)} 0v${FLOOR}`}>
                  <title>{column.title}</title>
                </path>
              </a>
            ))}
          </g>
        </svg>
        {columns.map(
          (column, index) =>
            column.tick && (
              // The last label ends where the plot ends, however long it is.
              <text key={column.key} x={index === columns.length - 1 ? "100%" : share(centre(index))} y={FLOOR + 18} className={index === columns.length - 1 ? "te" : undefined}>
                {column.tick}
              </text>
            ),
        )}
        {columns.map(
          (column, index) =>
            column.restated && (
              <text key={column.key} className="rs" x={share(centre(index))} y={y(sum(column.values)) - 5}>
                ▲<title>{column.restated}</title>
              </text>
            ),
        )}
      </svg>
    </div>
  );
}

/** A bucket that is not over: its parts as hatched outlines. */
function Hatched({ column, tones, x, y, width }: { column: Column; tones: number[]; x: string; y: (value: number) => number; width: string }) {
  let base = 0;
  return column.values.map((value, part) => {
    const foot = y(base);
    base += value;
    if (!value) return null;
    const tone = tones[part] ?? 8;
    return (
      <rect key={tone} className={`s${tone}`} fill={`url(#h${tone})`} x={x} width={width} y={y(base)} height={foot - y(base)} />
    );
  });
}

/** The total of a column. */
function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
