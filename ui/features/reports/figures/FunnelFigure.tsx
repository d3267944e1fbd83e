/** How many come to each step: bars over the step before, with the time it takes. */
import { Funnel } from "../../../components/charts/Funnel";
import { type Drawn, headText, valueText } from "./values";

/** The funnel, which is its own table; contacts that have days left are said below it. */
export function FunnelFigure({ figure, title, writer }: Drawn) {
  const { t } = writer;
  const [step, count, , , median, p90] = figure.columns;
  const timeOf = (row: (typeof figure.rows)[number]) => {
    const texts = { median: valueText(median!, row[4], writer), p90: valueText(p90!, row[5], writer) };
    return row[4] === null ? texts.median : t("data.funnel.times", texts);
  };
  return (
    <>
      <Funnel
        caption={title}
        unit={headText(count!, 1, writer)}
        note={t("data.funnel.time")}
        stages={figure.rows.map((row) => ({
          key: String(row[0]),
          label: valueText(step!, row[0], writer),
          value: Number(row[1] ?? 0),
          note: timeOf(row),
        }))}
      />
      {figure.marks.includes("provisional") && <p className="nt">{t("data.funnel.daysLeft")}</p>}
    </>
  );
}
