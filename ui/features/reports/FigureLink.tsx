/** The download of a figure's numbers under the page's filters. */
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { csvPath, type Figure } from "./api";
import type { dashboardQuery } from "./pages";

/** A plain link: a CSV is a file, not a page. */
export function FigureLink({ figure, name }: { figure: Figure; name: string }) {
  const t = useText();
  const { query } = usePage<typeof dashboardQuery>();
  return (
    <a className="fl" href={csvPath(figure, query)} download aria-label={t("reports.csvOf", { figure: name })}>
      {t("reports.csv")}
    </a>
  );
}
