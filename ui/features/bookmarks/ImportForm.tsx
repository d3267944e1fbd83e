/** The form that takes in a file of bookmarks, and the report of what was not taken. */
import { ActionForm, Button, Card, Notice } from "../../components";
import { Field } from "../../components/fields";
import type { Shape } from "../../api";
import { useText } from "../../lib/i18n";
import type { FormState } from "../../page";

const CALL = "/api/v1/bookmarks/file";

/** File, refusal, report. */
export function ImportForm({ form }: { form: FormState | null }) {
  const t = useText();
  const refused = form?.problem.instance === CALL && form.problem.status >= 400 ? form.problem : null;
  const answer = form?.answer as Shape<"BookmarkImport"> | undefined;
  return (
    <Card title={t("bookmarks.import")}>
      {answer && (
        <Notice
          tone={answer.refused.length > 0 ? "warn" : "good"}
          focus
          title={t("bookmarks.added", { n: answer.added })}
        >
          {answer.refused.length > 0 && t("bookmarks.refused", { n: answer.refused.length })}
        </Notice>
      )}
      {answer && answer.refused.length > 0 && (
        <ol className="refused">
          {answer.refused.map((refusal) => (
            <li key={refusal.number} value={refusal.number}>
              <bdi dir="ltr">{refusal.url || t("bookmarks.noUrl")}</bdi> <span className="quiet">{refusal.reason}</span>
            </li>
          ))}
        </ol>
      )}
      {refused && !refused.errors?.file && <Notice tone="bad" focus title={refused.detail} />}
      <ActionForm className="take-in" call={CALL} page="/bookmarks" encType="multipart/form-data">
        <Field
          label={t("bookmarks.file")}
          name="file"
          type="file"
          required
          accept=".json,application/json"
          help={t("bookmarks.fileHelp")}
          error={refused?.errors?.file}
        />
        <Button type="submit" icon="upload">
          {t("bookmarks.importDo")}
        </Button>
      </ActionForm>
    </Card>
  );
}
