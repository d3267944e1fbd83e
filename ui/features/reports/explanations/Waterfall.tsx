/** From what was to what is, part by part; the table below says the same. */
import { pct, px } from "../../../components/charts/scale";

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

/** Bars that begin where the last one ended; the lowest of them stand just above the ground. */
export function Waterfall({ label, steps }: { label: string; steps: readonly Step[] }) {
  const levels = steps.flatMap(({ from, to, tone }) => (tone === "before" || tone === "after" ? [to] : [from, to]));
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const ground = Math.max(0, low - (high - low || high || 1) * 0.5);
  const y = (value: number) => px(TOP + (HEIGHT - TOP) * (1 - (value - ground) / (high - ground || 1)));
  const place = 100 / steps.length;
  return (
    <div className="wf" role="group" aria-label={label}>
      <svg height={HEIGHT} aria-hidden="true">
        {steps.map(({ key, from, to, tone, text }, index) => {
          const isWhole = tone === "before" || tone === "after";
          const [top, bottom] = isWhole ? [y(to), HEIGHT] : [Math.min(y(from), y(to)), Math.max(y(from), y(to))];
          return (
            <g key={key}>
              <rect
                className={`wf-${tone}`}
                x={pct(index * place + (place * (100 - WIDE)) / 200)}
                y={top}
                width={pct((place * WIDE) / 100)}
                height={Math.max(1, px(bottom - top))}
              />
              <text x={pct((index + 0.5) * place)} y={top - 5} textAnchor="middle">
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
