/** What one takes from a figure: its numbers and its picture as files, and itself to a dashboard. */
import { Can, PageLink } from "../../../components";
import { useText } from "../../../lib/i18n";

interface Props {
  /** The report whose numbers may be exported. */
  subject: string;
  file: string;
  /** What the figure is called. */
  name: string;
  /** The address that adds it to a dashboard. */
  add?: string | undefined;
}

/** Plain links, as files are no pages; only for who may export. */
export function FileLink({ subject, file, name, add }: Props) {
  const t = useText();
  return (
    <>
      {add && (
        <Can I="read" a="Dashboard">
          <PageLink className="fl" to={add} aria-label={t("reports.pinOf", { figure: name })}>
            {t("reports.pin")}
          </PageLink>
        </Can>
      )}
      <Can I="export" a={subject}>
        <a className="fl" href={file} download aria-label={t("reports.csvOf", { figure: name })}>
          {t("reports.csv")}
        </a>
        <a
          className="fl"
          href={file.replace(/\.csv(?=\?|$)/, ".png")}
          download
          aria-label={t("reports.pngOf", { figure: name })}
        >
          {t("reports.png")}
        </a>
      </Can>
    </>
  );
}
