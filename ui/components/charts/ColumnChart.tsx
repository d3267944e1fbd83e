/** Columns beside each other, above and below zero; without space between them, a histogram. */
import { Hatch } from "./Hatch";
import { Plot, FLOORS, STEP, along, centre, heightOf, type PlotProps } from "./Plot";
import { axis, px } from "./scale";
import "./charts.css";
import "./plots.css";

interface Props extends PlotProps {
  /** The buckets are classes of one measure: nothing between them. */
  snug?: boolean;
}

/** The chart; the comparison is a dark stroke across each column. */
export function ColumnChart({ buckets, series, size = "full", snug = false, ...rest }: Props) {
  const grid = axis(series.flatMap((line) => [...line.values, ...(line.previous ?? [])]));
  const y = heightOf(grid, FLOORS[size]);
  const room = STEP * (snug ? 0.96 : 0.72);
  const thick = px(room / series.length);
  const middle = (part: number, index: number) => centre(index) - room / 2 + thick * (part + 0.5);
  const solid = (part: number) =>
    series[part]!.values.map((value, index) =>
      value && !buckets[index]?.partial ? `M${px(middle(part, index))} ${y(0)}V${y(value)}` : "",
    ).join("");
  const strokes = series
    .map((line, part) =>
      (line.previous ?? [])
        .map((value, index) => (value === null ? "" : `M${px(middle(part, index) - thick / 2)} ${y(value)}h${thick}`))
        .join(""),
    )
    .join("");
  const caps = series
    .map((line, part) =>
      line.values
        .map((value, index) =>
          value && buckets[index]?.provisional
            ? `M${px(middle(part, index) - thick / 2)} ${y(value) - 3}h${thick}`
            : "",
        )
        .join(""),
    )
    .join("");
  return (
    <Plot
      {...{ ...rest, buckets, series, grid, size }}
      over={
        buckets.some((bucket) => bucket.partial) &&
        series.map((line, part) => (
          <Hatch key={line.key} tone={line.tone}>
            {(fill) =>
              line.values.map(
                (value, index) =>
                  value !== null &&
                  buckets[index]?.partial && (
                    <rect
                      key={index}
                      className={`s${line.tone}`}
                      fill={fill}
                      x={along(middle(part, index) - thick / 2, buckets.length)}
                      width={along(thick, buckets.length)}
                      y={Math.min(y(0), y(value))}
                      height={Math.abs(y(0) - y(value))}
                    />
                  ),
              )
            }
          </Hatch>
        ))
      }
    >
      {series.map((line, part) => (
        <path
          key={line.key}
          className={`s${line.tone}`}
          strokeWidth={px(thick * (series.length > 1 ? 0.92 : 1))}
          d={solid(part)}
        />
      ))}
      {strokes && <path className="pv" d={strokes} />}
      {caps && <path className="cq" d={caps} />}
    </Plot>
  );
}
