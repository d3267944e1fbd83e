/** Invites people from a file: it can be checked first; then everybody is invited, or nobody. */
import { Card, PageHead } from "../../../components";
import { Table } from "../../../components/Table";
import { CsvForm, CsvResult, type CsvWords } from "../../../components/files/CsvForm";
import { useFormat, useText } from "../../../lib/i18n";
import { GIVEN_ROLES } from "./types";
import "./people.css";

/** The page. */
export default function ImportPage() {
  const t = useText();
  const f = useFormat();
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
      <div className="columns pp-import">
        <CsvResult words={words} />
        <Card>
          <CsvForm call="/api/v1/people/import" words={words}>
            <p>{t("person.import.names")}</p>
          </CsvForm>
        </Card>
        <Card flush title={t("person.import.columns")} lead={t("person.import.columnsLead")}>
          <Table
            compact
            caption={t("person.import.columns")}
            rows={COLUMNS}
            rowKey={(column) => column}
            columns={[
              {
                key: "name",
                head: t("person.import.column"),
                rowHead: true,
                cell: (column) => <code dir="ltr">{column}</code>,
              },
              {
                key: "holds",
                head: t("person.import.holds"),
                // i18n: person.import.c.*
                cell: (column) => t(`person.import.c.${column}`, { roles: GIVEN_ROLES.join(f.comma) }),
              },
            ]}
          />
        </Card>
      </div>
    </>
  );
}

/** The columns of a file; the first three are required. */
const COLUMNS = ["full_name", "email", "role", "clients", "parents", "cities", "outlets", "bots"] as const;
