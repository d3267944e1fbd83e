/** A report as files: a workbook, and pages to print. */
import { Can, LinkButton, Menu } from "../../../components";
import { useText } from "../../../lib/i18n";

/** Plain links, as files are no pages; only for who may export. */
export function Exports({ subject, file }: { subject: string; file: string }) {
  const t = useText();
  return (
    <Can I="export" a={subject}>
      <Menu label={t("reports.export")} icon="download">
        <LinkButton to={file} variant="quiet" download>
          {t("reports.xlsx")}
        </LinkButton>
        <LinkButton to={file.replace(/\.xlsx(?=\?|$)/, ".pdf")} variant="quiet" download>
          {t("reports.pdf")}
        </LinkButton>
      </Menu>
    </Can>
  );
}
