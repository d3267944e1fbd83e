/** How many come to each step: bars over the step before, with the time it takes. */
import { Funnel } from "../../../components/charts/Funnel";
import { type Drawn, headText, valueText } from "./values";

/** The funnel, which is its own table; contacts that have days left are said below it. */
export function FunnelFigure({ figure, title, writer }: Drawn) {
  const { t } = writer;
  const [step, count, , , median] = figure.columns;
  return (
    <>
      <Funnel
        caption={title}
        unit={headText(count!, 1, writer)}
        note={headText(median!, 4, writer)}
        stages={figure.rows.map((row) => ({
          key: String(row[0]),
          label: valueText(step!, row[0], writer),
          value: Number(row[1] ?? 0),
          note: valueText(median!, row[4], writer),
        }))}
      />
      {figure.marks.includes("provisional") && <p className="nt">{t("funnel.daysLeft")}</p>}
    </>
  );
}
