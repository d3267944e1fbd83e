/** Lines over time, with the area below one or stacked areas; a gap is a gap. */
import { Plot, FLOORS, along, centre, heightOf, type PlotProps } from "./Plot";
import { axis } from "./scale";
import { stacked } from "./series";
import "./plots.css";

interface Props extends PlotProps {
  /** `under` fills below each line faintly, `stacked` puts the series on top of each other. */
  area?: "under" | "stacked";
}

/** The path through known values from `from` on; a value alone between gaps is a dot. */
export function linePath(
  values: readonly (number | null)[],
  y: (value: number) => number,
  includes: (index: number) => boolean = () => true,
): string {
  let path = "";
  let pen = false;
  values.forEach((value, index) => {
    const before = index > 0 ? (values[index - 1] ?? null) : null;
    if (value === null) pen = false;
    else if (before === null) {
      const alone = (values[index + 1] ?? null) === null;
      pen = alone || (index + 1 < values.length && includes(index + 1));
      if (pen) path += `M${centre(index)} ${y(value)}${alone ? "h0" : ""}`;
    } else if (includes(index)) {
      path += `${pen ? "" : `M${centre(index - 1)} ${y(before)}`}L${centre(index)} ${y(value)}`;
      pen = true;
    } else pen = false;
  });
  return path;
}

/** The area between a line and the one below it, closed; one piece for every run without a gap. */
export function areaPath(
  upper: readonly (number | null)[],
  y: (value: number) => number,
  lower: readonly number[] = [],
): string {
  let path = "";
  for (let start = 0; start < upper.length; start += 1) {
    if (upper[start] === null) continue;
    let end = start;
    while (end + 1 < upper.length && upper[end + 1] !== null) end += 1;
    const top = Array.from(
      { length: end - start + 1 },
      (_, step) => `${step ? "L" : "M"}${centre(start + step)} ${y(upper[start + step] ?? 0)}`,
    ).join("");
    const bottom = Array.from(
      { length: end - start + 1 },
      (_, step) => `L${centre(end - step)} ${y(lower[end - step] ?? 0)}`,
    ).join("");
    path += `${top}${bottom}z`;
    start = end;
  }
  return path;
}

/** The chart. */
export function LineChart({ buckets, series, area, size = "full", ...rest }: Props) {
  const sums = area === "stacked" ? stacked(series) : null;
  const values = series.map((line, part) => sums?.[part] ?? line.values);
  const grid = axis([...values.flat(), ...series.flatMap((line) => line.previous ?? [])]);
  const y = heightOf(grid, FLOORS[size]);
  const unsure = (index: number) => Boolean(buckets[index]?.partial || buckets[index]?.provisional);
  const last = buckets.length - 1;
  return (
    <Plot
      {...{ ...rest, buckets, series, grid, size }}
      dots={(part, index) => values[part]?.[index] ?? null}
      over={
        buckets[last]?.partial &&
        series.map((line, part) => {
          const value = values[part]?.[last] ?? null;
          return (
            value !== null && (
              <circle
                key={line.key}
                className={`end s${line.tone}`}
                cx={along(centre(last), buckets.length)}
                cy={y(value)}
                r="3.5"
              />
            )
          );
        })
      }
    >
      {area &&
        series.map((line, part) => (
          <path
            key={line.key}
            className={`area ${area} c${line.tone}`}
            d={areaPath(values[part] ?? [], y, sums?.[part - 1])}
          />
        ))}
      {series.map(
        (line) => line.previous && <path key={line.key} className="line before" d={linePath(line.previous, y)} />,
      )}
      {series.map((line, part) => (
        <path
          key={line.key}
          className={`line s${line.tone}`}
          d={linePath(values[part] ?? [], y, (index) => !unsure(index))}
        />
      ))}
      {series.map((line, part) => (
        <path key={line.key} className={`line unsure s${line.tone}`} d={linePath(values[part] ?? [], y, unsure)} />
      ))}
    </Plot>
  );
}
