/** Invites people from a file: it can be checked first; then everybody is invited, or nobody. */
import { ActionForm, Button, Card, Notice, PageHead } from "../../../components";
import { Labelled, useAround } from "../../../components/fields";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { PeopleImport } from "./types";

/** What the last form has answered about a file; nothing where it answered something else. */
export function useImported(): PeopleImport | null {
  const { form } = usePage();
  const answer = form?.answer as Partial<PeopleImport> | undefined;
  return answer?.errors ? (answer as PeopleImport) : null;
}

/** The page. */
export default function ImportPage() {
  const t = useText();
  const f = useFormat();
  const { form, here } = usePage();
  const checked = useImported();
  const error = form && !form.answer ? (form.problem.errors?.file ?? form.problem.detail) : undefined;
  const { id, said, aria } = useAround({ error, help: true });
  return (
    <>
      <PageHead
        title={t("person.import.title")}
        lead={t("person.import.lead")}
        back={{ to: "/admin/users", label: t("people.title") }}
      />
      <div className="stack pp-import">
        {checked && (
          <Notice
            tone={checked.errors.length > 0 ? "warn" : "good"}
            focus
            title={
              checked.errors.length > 0
                ? t("person.import.wrong", { n: checked.errors.length })
                : t(form?.problem.status === 201 ? "person.import.sent" : "person.import.good", { n: checked.changes })
            }
          >
            {checked.errors.length > 0 && (
              <ul className="pp-wrong">
                {checked.errors.slice(0, MOST).map(({ row, field, message }) => (
                  <li key={`${row} ${field}`}>
                    {t("person.import.row", { n: f.number(row) })} <code dir="ltr">{field}</code> {message}
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        )}
        <Card>
          <ActionForm call="/api/v1/people/import" page={here()} encType="multipart/form-data" className="stack">
            <Labelled id={id} label={t("person.import.file")} said={said} help={t("person.import.help")}>
              <input {...aria} className="input" type="file" name="file" accept=".csv,text/csv" required />
            </Labelled>
            <div className="small quiet">
              <p>{t("person.import.columns")}</p>
              <p>
                <code dir="ltr">{COLUMNS}</code>
              </p>
              <p>{t("person.import.names")}</p>
            </div>
            <div className="pp-do">
              <Button type="submit" name="dry" value="1">
                {t("person.import.check")}
              </Button>
              <Button type="submit" variant="primary">
                {t("person.import.send")}
              </Button>
            </div>
          </ActionForm>
        </Card>
      </div>
    </>
  );
}

/** The names of the columns, as the file has them. */
const COLUMNS = "full_name,email,role,clients,parents,cities,outlets,bots";
/** How many wrong rows are named. */
const MOST = 20;
