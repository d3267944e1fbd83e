/** The rows that do not fit as a file, with the reasons in the reader's language. */
import { useLocale, useText } from "../../../lib/i18n";

/** The link. */
export function ErrorsFile({ id }: { id: string }) {
  const t = useText();
  return (
    <a href={`/api/v1/masters/imports/${id}/errors.csv?hl=${useLocale()}`} download>
      {t("masters.errorsFile")}
    </a>
  );
}
