/** Who comes back: a row for each week people came first in, a column for each week after it. */
import { useText } from "../../../lib/i18n";
import { heatOf } from "../../../components/table/heat";
import "../../../components/table/heat.css";
import { type Drawn, headText, valueText } from "./values";

/** The triangle as a table whose cells are tinted; the last cell of a row may be of a week that is not over. */
export function CohortFigure({ figure, title, writer }: Drawn) {
  const t = useText();
  const later = figure.rows.flatMap((row) => row.slice(3).filter((value) => typeof value === "number"));
  const max = Math.max(1, ...later);
  const step = (value: unknown, index: number) => (typeof value === "number" && index > 2 ? heatOf(value, max) : "");
  return (
    // Wider than a phone: keys scroll it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="tx" tabIndex={0} role="group" aria-label={title}>
      <table className="table compact cohort">
        <caption className="sr">{title}</caption>
        <thead>
          <tr>
            {figure.columns.map((column, index) => (
              <th key={column.id} scope="col" className={index ? "num" : ""}>
                {headText(column, index, writer)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figure.rows.map((row, number) => {
            const last = row.findLastIndex((value) => value !== null);
            const isRunning = figure.row_marks[number]!.includes("partial");
            return (
              <tr key={String(row[0])}>
                <th scope="row">{valueText(figure.columns[0]!, row[0], writer)}</th>
                {row.slice(1).map((value, place) => (
                  <td key={place} className={`num ${step(value, place + 1)}`}>
                    {value === null ? "" : valueText(figure.columns[place + 1]!, value, writer)}
                    {isRunning && place + 1 === last && place > 0 && <abbr title={t("reports.partial")}>*</abbr>}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="nt">{t("data.cohortNote")}</p>
    </div>
  );
}
