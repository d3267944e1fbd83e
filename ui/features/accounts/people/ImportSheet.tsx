/** The sheet that invites people from a file: checked first, then everybody or nobody. */
import { ActionForm, Button, Notice } from "../../../components";
import { CancelLink } from "../../../components/dialogs/buttons";
import { Dialog } from "../../../components/dialogs/Dialog";
import { Labelled, useAround } from "../../../components/fields";
import { useFormat, useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import type { PeopleImport } from "./types";

/** What the last form has answered about a file; nothing where it answered something else. */
export function useImported(): PeopleImport | null {
  const { form } = usePage();
  const answer = form?.answer as Partial<PeopleImport> | undefined;
  return answer?.errors ? (answer as PeopleImport) : null;
}

/** The sheet. */
export function ImportSheet({ to }: { to: string }) {
  const t = useText();
  const f = useFormat();
  const go = useGo();
  const { form, here } = usePage();
  const checked = useImported();
  const error = form && !form.answer ? (form.problem.errors?.file ?? form.problem.detail) : undefined;
  const { id, said, aria } = useAround({ error, help: true });
  return (
    <Dialog
      sheet
      open
      closeTo={to}
      onClose={() => go(to, { replace: true })}
      title={t("people.import.title")}
      lead={t("people.import.lead")}
      form={(inside) => (
        <ActionForm call="/api/v1/people/import" page={here()} encType="multipart/form-data">
          {inside}
        </ActionForm>
      )}
      actions={
        <>
          <CancelLink to={to} />
          <Button type="submit" name="dry" value="1">
            {t("people.import.check")}
          </Button>
          <Button type="submit" variant="primary">
            {t("people.import.send")}
          </Button>
        </>
      }
    >
      {checked && (
        <Notice
          tone={checked.errors.length > 0 ? "warn" : "good"}
          focus
          title={
            checked.errors.length > 0
              ? t("people.import.wrong", { n: checked.errors.length })
              : t(form?.problem.status === 201 ? "people.import.sent" : "people.import.good", { n: checked.changes })
          }
        >
          {checked.errors.length > 0 && (
            <ul className="pp-wrong">
              {checked.errors.slice(0, MOST).map(({ row, field, message }) => (
                <li key={`${row} ${field}`}>
                  {t("people.import.row", { n: f.number(row) })} <code dir="ltr">{field}</code> {message}
                </li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <Labelled id={id} label={t("people.import.file")} said={said} help={t("people.import.help")}>
        <input {...aria} className="input" type="file" name="file" accept=".csv,text/csv" required />
      </Labelled>
      <div className="small quiet">
        <p>{t("people.import.columns")}</p>
        <p>
          <code dir="ltr">{COLUMNS}</code>
        </p>
        <p>{t("people.import.names")}</p>
      </div>
    </Dialog>
  );
}

/** The names of the columns, as the file has them. */
const COLUMNS = "full_name,email,role,clients,parents,cities,outlets,bots";
/** How many wrong rows are named. */
const MOST = 20;
