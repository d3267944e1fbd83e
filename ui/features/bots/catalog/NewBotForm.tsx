/** The form that makes a bot. */
import { ActionForm, Button, Card, Field, Notice, Select } from "../../../components";
import { Guarded } from "../../../components/forms/Guarded";
import { useText } from "../../../lib/i18n";
import { LANGUAGES } from "../../../lib/session";
import { usePage } from "../../../page";
import { BOT_GROUPS, BOT_LANGUAGES } from "./types";

/** A language by its own name where the interface speaks it, else as the reader's language calls it. */
function languageName(id: string, names: Intl.DisplayNames): string {
  return LANGUAGES.find((language) => language.id === id)?.name ?? names.of(id) ?? id;
}

/** Name, group, language; what was typed stays when the call refuses. */
export function NewBotForm({ page }: { page: string }) {
  const t = useText();
  const { form, session } = usePage();
  const errors = form?.problem.errors ?? {};
  const values = form?.values ?? {};
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  return (
    <Card title={t("bots.new")} id="new">
      <Guarded refused={form !== null}>
        <ActionForm className="nb" call="/api/v1/bots" page={page} done="created">
          {form && (
            <Notice tone="bad" focus={Object.keys(errors).length === 0} title={t("bots.notCreated")}>
              {Object.keys(errors).length === 0 && form.problem.detail}
            </Notice>
          )}
          <Field
            label={t("bots.name")}
            name="name"
            required
            maxLength={60}
            autoComplete="off"
            defaultValue={values.name}
            help={t("bots.nameHelp")}
            error={errors.name}
          />
          <Select
            label={t("bots.group")}
            name="group"
            defaultValue={values.group ?? "service"}
            error={errors.group}
            options={BOT_GROUPS.map((group) => ({ value: group, label: t(`bots.g.${group}`) }))} // i18n: bots.g.*
          />
          <Select
            label={t("bots.language")}
            name="language"
            defaultValue={values.language ?? session.locale}
            error={errors.language}
            options={BOT_LANGUAGES.map((id) => ({ value: id, label: languageName(id, names) }))}
          />
          <Button type="submit" variant="primary" icon="plus">
            {t("bots.create")}
          </Button>
        </ActionForm>
      </Guarded>
    </Card>
  );
}
