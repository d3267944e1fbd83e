/** The ground all plots over buckets stand on: grid, axes, flags, and a reader for pointer and keyboard. */
import type { ReactNode } from "react";
import { useFormat } from "../../lib/i18n";
import { Reader } from "./Reader";
import { pct } from "./scale";
import type { Bucket, Flag, Series } from "./series";
import "./charts.css";
import "./plots.css";

/** Buckets are ten units wide, so that coordinates are short numbers; the plot stretches anyway. */
export const STEP = 10;
/** Room above the highest line. */
const TOP = 14;
/** Where zero is on a plot without negative values, by its size. */
export const FLOORS = { full: 220, low: 120 } as const;

/** The middle of a bucket. */
export const centre = (index: number) => index * STEP + STEP / 2;
/** A place along the axis in percent of the plot. */
export const along = (x: number, count: number) => pct((x / (STEP * Math.max(1, count))) * 100);

/** From a value to pixels from the top. */
export function heightOf(grid: readonly number[], floor: number): (value: number) => number {
  const low = grid[0] ?? 0;
  const span = (grid.at(-1) ?? 1) - low || 1;
  return (value) => Math.round(floor - ((value - low) / span) * (floor - TOP));
}

/** What every chart over buckets needs. */
export interface PlotProps {
  /** What the picture shows, in words. */
  label: string;
  /** Said while nothing is pointed at; what is pointed at takes its place. */
  summary: string;
  buckets: readonly Bucket[];
  series: readonly Series[];
  number: (value: number | null) => string;
  size?: keyof typeof FLOORS;
  flags?: readonly Flag[];
  /** What hovering says without script, where it is not all values. */
  title?: (index: number) => string;
}

/** The part of a plot that a flag's text may take, and the characters that have room in it. */
const ROOM = { part: 0.3, characters: 34 };

/** Whether the texts of flags would meet, or leave the plot. */
const meet = (flags: readonly Flag[], count: number) =>
  flags.some(
    ({ at, text }, index) =>
      text.length > ROOM.characters || (index > 0 && at - flags[index - 1]!.at < count * ROOM.part),
  );

interface Props extends PlotProps {
  grid: readonly number[];
  /** Marks that stretch with the plot. */
  children: ReactNode;
  /** Marks that do not: placed in percent. */
  over?: ReactNode;
  /** Where each series is above a bucket, for the dots of the reader. */
  dots?: (series: number, index: number) => number | null;
}

/** The plot with its line of words below: the bucket under the pointer, or the one the arrow keys chose. */
export function Plot({
  label,
  buckets,
  series,
  grid,
  size = "full",
  number,
  summary,
  flags = [],
  title,
  children,
  over,
  dots,
}: Props) {
  const f = useFormat();
  const floor = FLOORS[size];
  const count = buckets.length;
  const y = heightOf(grid, floor);
  const wide = STEP * Math.max(1, count);
  const nameOf = (line: (typeof series)[number]) => (series.length > 1 ? `${line.name} ` : "");
  const read = (index: number) => {
    const { label = "", restated } = buckets[index] ?? {};
    const text = series.map((line) => `${nameOf(line)}${number(line.values[index] ?? null)}`).join(f.comma);
    const happened = flags.filter((flag) => Math.floor(flag.at) === index).map((flag) => flag.text);
    return [`${label}: ${text}`, restated, ...happened].filter(Boolean).join(f.comma);
  };
  const x = (index: number) => along(centre(index), count);
  const roomy = grid.some((value) => number(value).length > 5);
  return (
    <div className={["cc", size, roomy && "roomy", meet(flags, count) && "numbered"].filter(Boolean).join(" ")}>
      <svg className="cy" aria-hidden="true">
        {grid.map((value) => (
          <text key={value} x="100%" y={y(value) + 4}>
            {number(value)}
          </text>
        ))}
      </svg>
      <svg className="cp" aria-hidden="true">
        <svg height={floor} viewBox={`0 0 ${wide} ${floor}`} preserveAspectRatio="none">
          <path
            className="gr"
            d={grid
              .filter((value) => value !== 0)
              .map((value) => `M0 ${y(value)}h${wide}`)
              .join("")}
          />
          {children}
          <path className="ze" d={`M0 ${y(0)}h${wide}`} />
        </svg>
        {over}
        {flags.map((flag, index) => (
          <g key={flag.key} className="flag">
            <line x1={x(flag.at)} x2={x(flag.at)} y1="4" y2={floor} />
            <circle cx={x(flag.at)} cy="4" r="3" />
            {/* A flag in the last third is written before its line, so that it stays inside. */}
            <text
              className={flag.at > count * 0.66 ? "flag-text before" : "flag-text"}
              x={x(flag.at)}
              dx={flag.at > count * 0.66 ? -7 : 7}
              y="8"
            >
              {flag.text}
            </text>
            <text className="rs flag-number" x={x(flag.at)} dx="8" y="8">
              {index + 1}
            </text>
          </g>
        ))}
        {buckets.map(
          (bucket, index) =>
            bucket.tick && (
              // The last label of many ends where the plot ends, however long it is.
              <text
                key={bucket.key}
                x={index === count - 1 && count > 12 ? "100%" : x(index)}
                y={floor + 18}
                className={index === count - 1 && count > 12 ? "te" : undefined}
              >
                {bucket.tick}
              </text>
            ),
        )}
      </svg>
      <Reader
        {...{ label, summary, count, read, height: floor, title: title ?? read }}
        to={(index) => buckets[index]?.to}
        mark={(place) => (
          <>
            <line x1={x(place)} x2={x(place)} y1="0" y2={floor} />
            {dots &&
              series.map((line, index) => {
                const value = dots(index, place);
                return (
                  value !== null && (
                    <circle key={line.key} className={`s${line.tone}`} cx={x(place)} cy={y(value)} r="4" />
                  )
                );
              })}
          </>
        )}
      />
      {flags.length > 0 && (
        <ol className="plot-flags">
          {flags.map((flag) => (
            <li key={flag.key}>{flag.text}</li>
          ))}
        </ol>
      )}
    </div>
  );
}
