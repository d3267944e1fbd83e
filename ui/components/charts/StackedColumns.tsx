/** Columns of stacked parts over time. */
import { Hatch } from "./Hatch";
import { Plot, FLOORS, STEP, along, centre, heightOf, type PlotProps } from "./Plot";
import { axis, px } from "./scale";
import { stacked } from "./series";
import "./charts.css";
import "./plots.css";

interface Props extends PlotProps {
  /** The whole of the same buckets in the comparison period: a dark stroke across each column. */
  previous?: readonly (number | null)[];
}

/** The chart; a number that has changed after it was final is marked above its column. */
export function StackedColumns({ buckets, series, previous = [], size = "full", ...rest }: Props) {
  const tops = stacked(series);
  const whole = tops.at(-1) ?? [];
  const grid = axis([...whole, ...previous]);
  const y = heightOf(grid, FLOORS[size]);
  const count = buckets.length;
  const thick = px(Math.min(STEP * 0.7, count * STEP * 0.064));
  const left = (index: number) => px(centre(index) - thick / 2);
  const foot = (part: number, index: number) => tops[part - 1]?.[index] ?? 0;
  const solid = series.map((line, part) =>
    line.values
      .map((value, index) => {
        if (!value || buckets[index]?.partial) return "";
        const from = y(foot(part, index)) - (foot(part, index) ? 1 : 0);
        return `M${centre(index)} ${from}V${Math.min(y(tops[part]![index]!), from)}`;
      })
      .join(""),
  );
  const strokes = previous
    .map((value, index) => (value === null ? "" : `M${px(left(index) - 0.5)} ${y(value)}h${px(thick + 1)}`))
    .join("");
  const caps = buckets
    .map((bucket, index) =>
      bucket.provisional && whole[index] ? `M${left(index)} ${y(whole[index]) - 3}h${thick}` : "",
    )
    .join("");
  return (
    <Plot
      {...{ ...rest, buckets, series, grid, size }}
      over={
        <>
          {buckets.some((bucket) => bucket.partial) &&
            series.map((line, part) => (
              <Hatch key={line.key} tone={line.tone}>
                {(fill) =>
                  line.values.map(
                    (value, index) =>
                      value &&
                      buckets[index]?.partial && (
                        <rect
                          key={index}
                          className={`s${line.tone}`}
                          fill={fill}
                          x={along(left(index), count)}
                          width={along(thick, count)}
                          y={y(tops[part]![index]!)}
                          height={y(foot(part, index)) - y(tops[part]![index]!)}
                        />
                      ),
                  )
                }
              </Hatch>
            ))}
          {buckets.map(
            (bucket, index) =>
              bucket.restated && (
                <text key={bucket.key} className="rs" x={along(centre(index), count)} y={y(whole[index] ?? 0) - 5}>
                  {"▲"}
                </text>
              ),
          )}
        </>
      }
    >
      {series.map(
        (line, part) =>
          solid[part] && <path key={line.key} className={`s${line.tone}`} strokeWidth={thick} d={solid[part]} />,
      )}
      {strokes && <path className="pv" d={strokes} />}
      {caps && <path className="cq" d={caps} />}
    </Plot>
  );
}
