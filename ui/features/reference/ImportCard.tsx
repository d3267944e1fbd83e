/** Changes a code list by a file: it can be checked first; then all of it is stored, or nothing. */
import { Card, LinkButton } from "../../components";
import { CsvForm, CsvResult, type CsvWords } from "../../components/files/CsvForm";
import { useText } from "../../lib/i18n";
import { listCall } from "./api";
import type { ListName } from "./types";

/** The form, and what was found in the file. */
export function ImportCard({ list, to }: { list: ListName; to: string }) {
  const t = useText();
  const words: CsvWords = {
    file: t("reference.file"),
    help: t("reference.fileHelp"),
    check: t("reference.check"),
    send: t("reference.import"),
    wrong: (n) => t("reference.wrong", { n }),
    row: (n) => t("reference.row", { n }),
    good: (n) => t("reference.good", { n }),
    done: (n) => t("reference.imported", { n }),
  };
  return (
    <>
      <CsvResult words={words} />
      <Card
        title={t("reference.importTitle")}
        aside={
          <LinkButton to={to} size="s">
            {t("reference.close")}
          </LinkButton>
        }
      >
        <CsvForm call={`${listCall(list)}/import`} words={words}>
          <p>{t("reference.columns")}</p>
          <p>
            <code dir="ltr">{COLUMNS}</code>
          </p>
        </CsvForm>
      </Card>
    </>
  );
}

/** The names of the columns, as the file has them. */
const COLUMNS = "code,label_en,label_hi,label_ar,…,order,belongs_to,active,valid_from,valid_to";
