/** From what was to what is, part by part; the table below says the same. */
import { pct, px, ticks } from "../../../components/charts/scale";

export interface Step {
  key: string;
  name: string;
  text: string;
  /** Where the bar begins and ends, in the unit of the figure. */
  from: number;
  to: number;
  tone: "before" | "after" | "good" | "bad" | "even";
}

const HEIGHT = 200;
const TOP = 20;
/** A bar takes so much of its place. */
const WIDE = 64;
/** The part of the picture that the figures of the axis take, in percent. */
const AXIS = 7;

/** Where the picture begins, and the round values of its axis: as many as have room. */
function scaleOf(low: number, high: number, finest: number): { ground: number; grid: number[] } {
  const least = Math.max(0, low - (high - low || high || 1) * 0.5);
  const step = ticks((high - least || 1) / finest, 4)[1]! * finest;
  const first = Math.floor(least / step);
  const count = Math.max(1, Math.ceil(high / step) - first);
  return { ground: first * step, grid: Array.from({ length: count + 1 }, (_, index) => (first + index) * step) };
}

/** Bars that begin where the last one ended; the lowest of them stand just above the ground. */
export function Waterfall({
  label,
  steps,
  number,
  finest,
}: {
  label: string;
  steps: readonly Step[];
  number: (value: number) => string;
  /** The least step of the axis. */
  finest: number;
}) {
  const levels = steps.flatMap(({ from, to, tone }) => (tone === "before" || tone === "after" ? [to] : [from, to]));
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const { ground, grid } = scaleOf(low, high, finest);
  const top = grid.at(-1)!;
  const y = (value: number) => px(TOP + (HEIGHT - TOP) * (1 - (value - ground) / (top - ground)));
  const place = (100 - AXIS) / steps.length;
  return (
    <div className="wf" role="group" aria-label={label}>
      <svg height={HEIGHT} aria-hidden="true">
        {grid.map((value) => (
          <g key={value}>
            <line x1={pct(AXIS)} x2="100%" y1={y(value)} y2={y(value)} />
            <text className="wf-axis" x={pct(AXIS - 1)} y={y(value) + 4} textAnchor="end">
              {number(value)}
            </text>
          </g>
        ))}
        {steps.map(({ key, from, to, tone, text }, index) => {
          const isWhole = tone === "before" || tone === "after";
          const [above, below] = isWhole ? [y(to), HEIGHT] : [Math.min(y(from), y(to)), Math.max(y(from), y(to))];
          return (
            <g key={key}>
              <rect
                className={`wf-${tone}`}
                x={pct(AXIS + index * place + (place * (100 - WIDE)) / 200)}
                y={above}
                width={pct((place * WIDE) / 100)}
                height={Math.max(1, px(below - above))}
              />
              <text x={pct(AXIS + (index + 0.5) * place)} y={above - 5} textAnchor="middle">
                {text}
              </text>
            </g>
          );
        })}
      </svg>
      <ol>
        {steps.map(({ key, name, text }) => (
          <li key={key} title={name}>
            <span className="ellipsis">{name}</span>
            <span className="sr"> {text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
