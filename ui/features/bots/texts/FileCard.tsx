/** The texts as a file: for people who translate elsewhere, and back again. */
import { path } from "../../../api";
import { ActionForm, Button, Card, Icon } from "../../../components";
import { FileField } from "../../../components/files/FileField";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { useEditor } from "../document/editor";
import { useLanguageName } from "../document/languageName";
import { textLanguages } from "../document/types";
import type { TextsImport } from "./api";
import { Conflicts, FileResult } from "./FileResult";

/** Download, check and take in. */
export function FileCard({ isSaved }: { isSaved: boolean }) {
  const t = useText();
  const languageName = useLanguageName();
  const { form, here } = usePage();
  const { bot, document, mayEdit } = useEditor();
  const answer = form?.answer as Partial<TextsImport> | undefined;
  const checked = answer?.skipped ? (answer as TextsImport) : null;
  const error = form && !form.answer ? form.problem.errors?.file : undefined;
  const call = `/api/v1/bots/${bot}/texts`;
  const [, ...others] = textLanguages(document);
  return (
    <Card title={t("texts.file")} id="file">
      <div className="fl-stack">
        <p className="row">
          <a className="button" href={`${call}/file`} download>
            <Icon name="download" size={16} />
            {t("texts.download")}
          </a>
          {others.map((language) => (
            <a key={language} className="button" href={path(`${call}/file`, { format: "xliff", language })} download>
              <Icon name="download" size={16} />
              {t("texts.downloadXliff", { language: languageName(language) })}
            </a>
          ))}
        </p>
        {checked && <FileResult checked={checked} />}
        {mayEdit && (
          <ActionForm
            call={`${call}/import`}
            page={`${here()}#file`}
            encType="multipart/form-data"
            className="fl-stack"
            onSubmit={isSaved ? undefined : (event) => event.preventDefault()}
          >
            <FileField
              label={t("texts.upload")}
              error={error}
              help={t("texts.uploadHelp")}
              accept=".csv,text/csv,.xlf,.xliff"
              required
            />
            {checked && <Conflicts of={checked} />}
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
