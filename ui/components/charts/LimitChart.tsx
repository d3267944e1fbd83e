/** A line over time with a limit across it, and points that are pointed out. */
import { linePath } from "./LineChart";
import { Plot, FLOORS, STEP, along, centre, heightOf, type PlotProps } from "./Plot";
import { axis } from "./scale";
import type { Series } from "./series";
import "./plots.css";

interface Props extends Omit<PlotProps, "series" | "size" | "flags"> {
  line: Series;
  limit: { value: number; text: string } | null;
  /** The buckets whose points are pointed out. */
  marked: readonly number[];
}

/** The chart. */
export function LimitChart({ line, limit, marked, buckets, ...rest }: Props) {
  const { values } = line;
  const grid = axis(limit ? [...values, limit.value] : values);
  const y = heightOf(grid, FLOORS.low);
  return (
    <Plot
      {...{ ...rest, buckets, grid }}
      size="low"
      series={[line]}
      dots={(_, index) => values[index] ?? null}
      over={
        <>
          {marked.map((index) => {
            const value = values[index] ?? null;
            const x = along(centre(index), buckets.length);
            return value !== null && <circle key={index} className="marked" cx={x} cy={y(value)} r="3.5" />;
          })}
          {limit && (
            <text className="limit-text" x="4" y={y(limit.value) - 6}>
              {limit.text}
            </text>
          )}
        </>
      }
    >
      <path className={`line s${line.tone}`} d={linePath(values, y)} />
      {limit && <path className="line limit" d={`M0 ${y(limit.value)}h${STEP * buckets.length}`} />}
    </Plot>
  );
}
