/** The list as files: a workbook of its first rows at once, all of it in the background. */
import { ActionForm, Button, LinkButton, Menu } from "../../../components";
import { useText } from "../../../lib/i18n";
import type { ConversationArgs } from "./api";
import { EXPORT_FORMATS, exportPath, workbookPath } from "./files";

export function ExportMenu({ list }: { list: ConversationArgs }) {
  const t = useText();
  return (
    <Menu label={t("conversations.export")} icon="download">
      <LinkButton to={workbookPath(list)} variant="quiet" download>
        {t("views.workbook")}
      </LinkButton>
      {EXPORT_FORMATS.map((format) => (
        <ActionForm key={format} call={exportPath(list, format)} page="/reports/exports">
          <Button type="submit" variant="quiet">
            {t(`views.as.${format}`) /* i18n: views.as.* */}
          </Button>
        </ActionForm>
      ))}
    </Menu>
  );
}
