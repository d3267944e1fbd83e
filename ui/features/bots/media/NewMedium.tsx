/** The form for another picture or file. */
import { ActionForm, Button, Card, LinkButton } from "../../../components";
import { Field } from "../../../components/fields";
import { FileField } from "../../../components/files/FileField";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { useLanguageName } from "../document/languageName";
import { Refusal } from "../../../components/forms/Refusal";
import { ACCEPT, mediaOf } from "./api";
import type { mediaGrammar } from "./query";

/** The form. */
export function NewMedium({ bot }: { bot: Bot }) {
  const t = useText();
  const languageName = useLanguageName();
  const { here } = usePage<typeof mediaGrammar>();
  const call = mediaOf(bot.id);
  const closed = here({ show: undefined });
  return (
    <Card id="new" title={t("media.add")} lead={t("media.addLead")}>
      <ActionForm
        call={call}
        page={`${here()}#new`}
        then={closed}
        done="added"
        encType="multipart/form-data"
        className="stack"
      >
        <Refusal />
        <FileField label={t("media.file")} help={t("media.fileHelp")} accept={ACCEPT} required />
        <div className="pair">
          <Field
            label={t("media.alt", { language: languageName(bot.language) })}
            name="alt"
            lang={bot.language}
            dir="auto"
            maxLength={500}
            autoComplete="off"
            help={t("media.altHelp")}
          />
          <Field label={t("media.name")} name="name" maxLength={120} autoComplete="off" help={t("media.nameHelp")} />
        </div>
        <p className="row">
          <Button type="submit" variant="primary">
            {t("media.addDo")}
          </Button>
          <LinkButton to={closed}>{t("controls.cancel")}</LinkButton>
        </p>
      </ActionForm>
    </Card>
  );
}
