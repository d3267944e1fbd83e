/** The days that differ from the weeks before; a snapshot of earlier days may have none of it. */
// i18n: dashboard.*
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { FigureCard } from "../figures/FigureCard";
import type { reportQuery } from "../filters/query";
import { addPath, csvPath } from "./api";
import type { Dashboard } from "./types";

export function AnomaliesCard({ data }: { data: Dashboard }) {
  const t = useText();
  const { query } = usePage<typeof reportQuery>();
  const figure = data.figures.find(({ id }) => id === "anomalies");
  return (
    figure && (
      <FigureCard
        report="dashboard"
        subject="Dashboard"
        figure={figure}
        data={data}
        lead={t("parts.anomaliesLead")}
        file={csvPath("anomalies", query)}
        add={addPath("dashboard", "anomalies", query)}
      />
    )
  );
}
