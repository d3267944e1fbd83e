/** A grid of rows by hours in seven steps of one colour; time runs left to right in every language. */
import { Hatch } from "./Hatch";
import { Reader } from "./Reader";
import { pct } from "./scale";
import "./charts.css";
import "./plots.css";

interface Place {
  row: number;
  column: number;
}

interface Props {
  /** One list of numbers per row; null is no value, and left blank. */
  cells: (number | null)[][];
  max: number;
  rows: string[];
  /** Column labels; an empty one is not drawn. */
  columns: string[];
  /** The cell to outline. */
  peak: Place | null;
  /** The cell that is not over: hatched. */
  partial?: Place | null;
  label: string;
  /** Said while no cell is chosen. */
  summary: string;
  /** A cell in words. */
  read: (row: number, column: number) => string;
}

const ROW = 24;

/** The step 0..6 of a value; only nothing at all is step 0. */
export function level(value: number, max: number): number {
  if (value <= 0 || max <= 0) return 0;
  return Math.min(6, 1 + Math.floor((value / max) * 5.999));
}

/**
 * Runs of equal steps in a row become one stroke each, so that 168 cells are a few hundred bytes; no value has none.
 */
function strokes(cells: (number | null)[][], max: number): string[] {
  const stepOf = (value: number | null | undefined) => (value === null || value === undefined ? -1 : level(value, max));
  const paths = Array.from({ length: 7 }, () => "");
  cells.forEach((row, y) => {
    for (let x = 0; x < row.length;) {
      const step = stepOf(row[x]);
      let end = x + 1;
      while (end < row.length && stepOf(row[end]) === step) end += 1;
      if (step >= 0) paths[step] += `M${x} ${y * ROW + ROW / 2}h${end - x}`;
      x = end;
    }
  });
  return paths;
}

/** The map with its row and column names. */
export function HeatMap({ cells, max, rows, columns, peak, partial, label, summary, read }: Props) {
  const height = cells.length * ROW;
  const wide = columns.length;
  const share = 100 / wide;
  return (
    <div className="cc hm">
      <svg className="cy" aria-hidden="true">
        {rows.map((name, index) => (
          <text key={name} x="100%" y={index * ROW + 16}>
            {name}
          </text>
        ))}
      </svg>
      <svg className="cp" aria-hidden="true">
        <svg viewBox={`0 0 ${wide} ${height}`} height={height} preserveAspectRatio="none">
          {strokes(cells, max).map(
            (path, step) => path && <path key={step} className={`q${step}`} strokeWidth={ROW} d={path} />,
          )}
          <path
            className="gp"
            d={
              Array.from({ length: wide + 1 }, (_, x) => `M${x} 0V${height}`).join("") +
              Array.from({ length: cells.length + 1 }, (_, y) => `M0 ${y * ROW}H${wide}`).join("")
            }
          />
        </svg>
        {partial && (
          <Hatch tone={7}>
            {(fill) => (
              <rect
                className="s7"
                fill={fill}
                x={pct(partial.column * share)}
                y={partial.row * ROW}
                width={pct(share)}
                height={ROW}
              />
            )}
          </Hatch>
        )}
        {peak && (
          <rect className="pk" x={pct(peak.column * share)} y={peak.row * ROW} width={pct(share)} height={ROW} rx="3" />
        )}
        {columns.map(
          (name, index) =>
            name && (
              <text key={name} x={pct((index + 0.5) * share)} y={height + 16}>
                {name}
              </text>
            ),
        )}
      </svg>
      <Reader
        {...{ label, summary, height, count: cells.length * wide, row: wide }}
        read={(index) => read(Math.floor(index / wide), index % wide)}
        mark={(index) => (
          <rect
            className="pk"
            x={pct((index % wide) * share)}
            y={Math.floor(index / wide) * ROW}
            width={pct(share)}
            height={ROW}
            rx="3"
          />
        )}
      />
    </div>
  );
}

/** The seven steps from none to the largest value. */
export function HeatLegend() {
  return (
    <svg className="hl" viewBox="0 0 112 10" aria-hidden="true">
      {[0, 1, 2, 3, 4, 5, 6].map((step) => (
        <path key={step} className={`q${step}`} strokeWidth="10" d={`M${step * 16} 5h15`} />
      ))}
    </svg>
  );
}
