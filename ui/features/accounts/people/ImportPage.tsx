/** Invites people from a file: it can be checked first; then everybody is invited, or nobody. */
import { Card, PageHead } from "../../../components";
import { CsvForm, CsvResult, type CsvWords } from "../../../components/files/CsvForm";
import { useText } from "../../../lib/i18n";

/** The page. */
export default function ImportPage() {
  const t = useText();
  const words: CsvWords = {
    file: t("person.import.file"),
    help: t("person.import.help"),
    check: t("person.import.check"),
    send: t("person.import.send"),
    wrong: (n) => t("person.import.wrong", { n }),
    row: (n) => t("person.import.row", { n }),
    good: (n) => t("person.import.good", { n }),
    done: (n) => t("person.import.sent", { n }),
  };
  return (
    <>
      <PageHead
        title={t("person.import.title")}
        lead={t("person.import.lead")}
        back={{ to: "/admin/users", label: t("people.title") }}
      />
      <div className="stack pp-import">
        <CsvResult words={words} />
        <Card>
          <CsvForm call="/api/v1/people/import" words={words}>
            <p>{t("person.import.columns")}</p>
            <p>
              <code dir="ltr">{COLUMNS}</code>
            </p>
            <p>{t("person.import.names")}</p>
          </CsvForm>
        </Card>
      </div>
    </>
  );
}

/** The names of the columns, as the file has them. */
const COLUMNS = "full_name,email,role,clients,parents,cities,outlets,bots";
