/** The download of a figure's numbers. */
import { Can } from "../../../components";
import { useText } from "../../../lib/i18n";

interface Props {
  /** The report whose numbers may be exported. */
  subject: string;
  file: string;
  /** What the figure is called. */
  name: string;
}

/** A plain link, as a CSV is a file and no page; only for who may export. */
export function FileLink({ subject, file, name }: Props) {
  const t = useText();
  return (
    <Can I="export" a={subject}>
      <a className="fl" href={file} download aria-label={t("reports.csvOf", { figure: name })}>
        {t("reports.csv")}
      </a>
    </Can>
  );
}
