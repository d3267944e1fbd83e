/** Values over time: counts as stacked columns, money as columns, lengths of time as lines. */
import { Legend } from "../../../components/charts/Legend";
import { LineChart } from "../../../components/charts/LineChart";
import { StackedColumns } from "../../../components/charts/StackedColumns";
import { TableTwin } from "../../../components/charts/TableTwin";
import { PageLink } from "../../../page";
import { MarkerList } from "../cards/MarkerList";
import { flagsOf } from "../cards/flags";
import { StepMarks } from "../cards/StepMarks";
import { type Drawn, headText, numberText, valueText } from "./values";

/** The colours of splits that have no meaning of their own, in order. */
const TONES = [6, 7, 4, 8, 5];
/** The colours that mean the same on every page. */
const GROUPS: Readonly<Record<string, number>> = { service: 1, sales: 2, psf: 3 };
/** So many labels have room below an axis. */
const TICKS = 7;

/** The chart with its legend, and its table. */
export function SeriesFigure({ figure, title, writer }: Drawn) {
  const { t, f, data } = writer;
  const [when, ...columns] = figure.columns;
  const unit = columns[0]!.unit;
  // What a number is of a session is no part of the whole beside it.
  const drawn = unit === "money" ? columns.slice(0, 1) : columns;
  const series = drawn.map((column, index) => ({
    key: column.id,
    name: headText(column, index + 1, writer),
    tone: GROUPS[column.id] ?? TONES[index % TONES.length]!,
    values: figure.rows.map((row) => (row[index + 1] ?? null) as number | null),
  }));
  const every = Math.max(1, Math.ceil(figure.rows.length / TICKS));
  const label = (index: number) => valueText(when!, figure.rows[index]![0], writer);
  const buckets = figure.rows.map((row, index) => ({
    key: String(row[0]),
    label: label(index),
    partial: figure.row_marks[index]!.includes("partial"),
    provisional: figure.row_marks[index]!.includes("provisional") && !figure.row_marks[index]!.includes("partial"),
    ...(figure.links[index] && { to: figure.links[index] }),
    ...((figure.rows.length - 1 - index) % every === 0 && { tick: label(index) }),
  }));
  const number = (value: number | null) => numberText(unit, value, writer);
  const totals = figure.totals as (number | null)[] | null;
  const has = (mark: string) => figure.row_marks.some((marks) => marks.includes(mark));
  const Chart = unit === "count" || unit === "money" ? StackedColumns : LineChart;
  return (
    <>
      {series.length > 1 && (
        <Legend
          items={series.map((line, index) => ({
            key: line.key,
            tone: line.tone,
            name: line.name,
            ...(totals && { total: number(totals[index + 1] ?? null) }),
          }))}
        />
      )}
      <Chart
        label={title}
        summary={f.range(data.filters.from, data.filters.to)}
        number={number}
        series={series}
        buckets={buckets}
        flags={flagsOf(data.markers, t)}
      />
      <StepMarks
        step={data.filters.g}
        running={has("running")}
        cut={figure.row_marks.some((marks) => marks.includes("partial") && !marks.includes("running"))}
        provisional={has("provisional")}
      />
      <TableTwin
        summary={t("reports.asTable")}
        caption={title}
        head={[t("reports.when"), ...columns.map((column, index) => headText(column, index + 1, writer))]}
        rows={figure.rows.map((row, index) => ({
          key: String(row[0]),
          cells: [
            figure.links[index] ? (
              <PageLink key="a" to={figure.links[index]}>
                {label(index)}
              </PageLink>
            ) : (
              label(index)
            ),
            ...columns.map((column, place) => valueText(column, row[place + 1], writer)),
          ],
        }))}
        below={data.markers.length > 0 && <MarkerList markers={data.markers} zone={data.filters.zone} />}
      />
    </>
  );
}
