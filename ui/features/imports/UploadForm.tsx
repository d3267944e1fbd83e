/** The form that brings in a file; it works as a plain multipart form. */
import { shallowEqual, useSelector } from "react-redux";
import type { ApiState } from "../../api";
import { ActionForm, Button, Card, Notice } from "../../components";
import { Field, Select } from "../../components/fields";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { ALL_BOTS, botsApi, selectBots } from "../bots/catalog/api";

/** File and, for files without times, the days to spread conversations over. */
export function UploadForm() {
  botsApi.useBotsQuery(ALL_BOTS);
  const bots = useSelector((state: ApiState) => selectBots(state, ALL_BOTS), shallowEqual);
  const t = useText();
  const { form } = usePage();
  const errors = form?.problem.errors ?? {};
  return (
    <Card title={t("imports.new")}>
      <ActionForm
        className="up"
        call="/api/v1/imports"
        page="/admin/import"
        done="uploaded"
        encType="multipart/form-data"
      >
        {form && (
          <Notice tone="bad" focus={Object.keys(errors).length === 0} title={t("imports.notStored")}>
            {errors.file ? "" : form.problem.detail} {t("imports.chooseAgain")}
          </Notice>
        )}
        <Field
          label={t("imports.file")}
          name="file"
          type="file"
          required
          accept=".jsonl,.ndjson,.gz"
          help={t("imports.fileHelp")}
        />
        {bots.length > 0 && (
          <Select
            label={t("imports.bot")}
            name="bot"
            options={[
              { value: "", label: t("imports.botAuto") },
              ...bots.map((bot) => ({ value: bot.id, label: bot.name })),
            ]}
          />
        )}
        <div className="pair">
          <Field label={t("imports.from")} name="from" type="date" help={t("imports.rangeHelp")} />
          <Field label={t("imports.to")} name="to" type="date" />
        </div>
        <Field label={t("imports.acts")} name="mapping" type="file" accept=".json" help={t("imports.actsHelp")} />
        <p className="row">
          <Button type="submit" variant="primary" icon="upload">
            {t("imports.go")}
          </Button>
          <Button type="submit" name="dry" value="1">
            {t("imports.check")}
          </Button>
          <span className="quiet small">{t("imports.checkHelp")}</span>
        </p>
      </ActionForm>
    </Card>
  );
}
