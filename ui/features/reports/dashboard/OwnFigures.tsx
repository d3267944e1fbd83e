/** The figures that are no part of the dashboard's own; a snapshot of earlier days may lack one. */
// i18n: dashboard.*
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { FigureCard } from "../figures/FigureCard";
import type { reportQuery } from "../filters/query";
import { addPath, csvPath, type Figure } from "./api";
import type { Dashboard } from "./types";

/** The days that differ from the weeks before. */
export function AnomaliesCard({ data }: { data: Dashboard }) {
  return <OwnFigure id="anomalies" lead="parts.anomaliesLead" data={data} />;
}

/** The best and the worst outlets. */
export function OutletsCard({ data }: { data: Dashboard }) {
  return <OwnFigure id="outlets" lead="parts.outletsLead" data={data} />;
}

/** The card of a figure, or nothing without it. */
function OwnFigure({ id, lead, data }: { id: Figure; lead: string; data: Dashboard }) {
  const t = useText();
  const { query } = usePage<typeof reportQuery>();
  const figure = data.figures.find(({ id: name }) => name === id);
  return (
    figure && (
      <FigureCard
        report="dashboard"
        subject="Dashboard"
        figure={figure}
        data={data}
        lead={t(lead) /* i18n: parts.anomaliesLead parts.outletsLead */}
        file={csvPath(id, query)}
        add={addPath("dashboard", id, query)}
      />
    )
  );
}
