/** Numbers by row and column in steps of one colour. */
import { HeatLegend, HeatMap } from "../../../components/charts/HeatMap";
import { TableTwin } from "../../../components/charts/TableTwin";
import { type Drawn, headText, numberText, valueText } from "./values";

/** More columns than this have a name under every third alone. */
const NAMED = 12;

/** The map with its scale and its table. */
export function GridFigure({ figure, title, writer }: Drawn) {
  const { f, t } = writer;
  const [name, ...columns] = figure.columns;
  const cells = figure.rows.map((row) => row.slice(1) as (number | null)[]);
  const values = cells.flat().filter((value): value is number => value !== null);
  const max = Math.max(0, ...values);
  const rows = figure.rows.map((row) => valueText(name!, row[0], writer));
  const heads = columns.map((column, index) => headText(column, index + 1, writer));
  const number = (value: number | null) => numberText(columns[0]!.unit, value, writer);
  const highest = cells.flatMap((row, y) => row.map((value, x) => ({ row: y, column: x, value })));
  const peak = max > 0 ? highest.find(({ value }) => value === max)! : null;
  const read = (row: number, column: number) =>
    `${rows[row]}${f.comma}${heads[column]}: ${number(cells[row]![column]!)}`;
  return (
    <>
      <HeatMap
        label={title}
        summary={peak ? `${t("reports.peak")} ${read(peak.row, peak.column)}` : title}
        read={read}
        cells={cells}
        max={max}
        rows={rows}
        columns={heads.map((head, index) => (heads.length <= NAMED || index % 3 === 0 ? head : ""))}
        peak={peak && { row: peak.row, column: peak.column }}
      />
      <p className="hx flex dim">
        {number(0)} <HeatLegend /> {number(max)}
      </p>
      <TableTwin
        summary={t("reports.asTable")}
        caption={title}
        head={[headText(name!, 0, writer), ...heads]}
        rows={cells.map((row, index) => ({
          key: rows[index]!,
          cells: [rows[index], ...row.map((value) => number(value))],
        }))}
      />
    </>
  );
}
