/** The texts as a file: for people who translate elsewhere, and back again. */
import { ActionForm, Button, Card, Icon, Notice } from "../../../components";
import { Labelled, useAround } from "../../../components/fields";
import { FileInput } from "../../../components/files/FileInput";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { useEditor } from "../document/editor";
import type { TextsImport } from "./api";

const MOST = 20;

/** Download, check and take in. */
export function FileCard({ isSaved }: { isSaved: boolean }) {
  const t = useText();
  const f = useFormat();
  const { form, here } = usePage();
  const { bot, mayEdit } = useEditor();
  const answer = form?.answer as Partial<TextsImport> | undefined;
  const checked = answer?.errors ? (answer as TextsImport) : null;
  const error = form && !form.answer ? form.problem.errors?.file : undefined;
  const { id, said, aria } = useAround({ error, help: true });
  const call = `/api/v1/bots/${bot}/texts`;
  return (
    <Card title={t("texts.file")} id="file">
      <div className="fl-stack">
        <p>
          <a className="button" href={`${call}/file`} download>
            <Icon name="download" size={16} />
            {t("texts.download")}
          </a>
        </p>
        {checked && (
          <Notice
            tone={checked.errors.length > 0 ? "warn" : "good"}
            focus
            title={
              checked.errors.length > 0
                ? t("texts.wrongRows", { n: checked.errors.length })
                : t(form?.problem.status === 201 ? "texts.tookIn" : "texts.wouldTake", { n: checked.changes })
            }
          >
            {checked.errors.length > 0 && (
              <ul>
                {checked.errors.slice(0, MOST).map(({ row, field, message }) => (
                  <li key={`${row} ${field}`}>
                    {t("texts.row", { n: f.number(row) })} <code dir="ltr">{field}</code> {message}
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        )}
        {mayEdit && (
          <ActionForm
            call={`${call}/import`}
            page={`${here()}#file`}
            encType="multipart/form-data"
            className="fl-stack"
            onSubmit={isSaved ? undefined : (event) => event.preventDefault()}
          >
            <Labelled id={id} label={t("texts.upload")} said={said} help={t("texts.uploadHelp")}>
              <FileInput {...aria} name="file" accept=".csv,text/csv" required />
            </Labelled>
            <p className="row">
              <Button type="submit" name="dry" value="1" disabled={!isSaved}>
                {t("texts.check")}
              </Button>
              <Button type="submit" variant="primary" disabled={!isSaved}>
                {t("texts.take")}
              </Button>
            </p>
          </ActionForm>
        )}
      </div>
    </Card>
  );
}
