/** A report as files: a workbook, and pages to print. */
import { Can, LinkButton } from "../../../components";
import { useText } from "../../../lib/i18n";

/** Plain links, as files are no pages; only for who may export. */
export function Exports({ subject, file }: { subject: string; file: string }) {
  const t = useText();
  return (
    <Can I="export" a={subject}>
      <LinkButton to={file} icon="download" download>
        {t("reports.xlsx")}
      </LinkButton>
      <LinkButton to={file.replace(/\.xlsx(?=\?|$)/, ".pdf")} icon="download" download>
        {t("reports.pdf")}
      </LinkButton>
    </Can>
  );
}
