/** The download of a figure's numbers under the page's filters. */
import { Can } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { csvPath, type Figure } from "./api";
import type { reportQuery } from "../filters/query";

/** A plain link, as a CSV is a file and no page; only for who may export. */
export function FigureLink({ figure, name }: { figure: Figure; name: string }) {
  const t = useText();
  const { query } = usePage<typeof reportQuery>();
  return (
    <Can I="export" a="Dashboard">
      <a className="fl" href={csvPath(figure, query)} download aria-label={t("reports.csvOf", { figure: name })}>
        {t("reports.csv")}
      </a>
    </Can>
  );
}
