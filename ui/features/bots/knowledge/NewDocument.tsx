/** A new document: a file, the address of a page, or a sitemap; or one that takes the place of another. */
import { ActionForm, Button, Card, LinkButton } from "../../../components";
import { Field, Select } from "../../../components/fields";
import { FileField } from "../../../components/files/FileField";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import type { knowledgeGrammar } from "./query";
import { Refusal } from "../../../components/forms/Refusal";
import { ACCEPT, documentsOf, type BotDocument } from "./api";

/** How often an address can be read again. */
export const EVERY = ["", "day", "week", "month"] as const;

/** The choices of how often an address is read again. */
export function EveryField({ value = "" }: { value?: string }) {
  const t = useText();
  return (
    <Select
      label={t("documents.everyLabel")}
      name="every"
      defaultValue={value}
      options={EVERY.map((every) => ({ value: every, label: t(`sources.every.${every || "never"}`) }))}
    />
  );
}

/** The form. */
export function NewDocument({ bot, replaces }: { bot: Bot; replaces?: BotDocument }) {
  const t = useText();
  const { here } = usePage<typeof knowledgeGrammar>();
  const call = documentsOf(bot.id);
  const closed = here({ show: undefined, document: undefined });
  return (
    <Card
      id="new"
      title={replaces ? t("documents.replaceTitle", { title: replaces.title }) : t("documents.add")}
      lead={t(replaces ? "documents.replaceLead" : "documents.addLead")}
    >
      <ActionForm
        call={call}
        page={`${here()}#new`}
        then={closed}
        done="added"
        encType="multipart/form-data"
        className="stack"
      >
        <Refusal />
        {replaces && <input type="hidden" name="replaces" value={replaces.id} />}
        <FileField label={t("documents.file")} help={t("documents.fileHelp")} accept={ACCEPT} />
        {!replaces && (
          <div className="pair">
            <Field label={t("documents.url")} name="url" type="url" dir="ltr" maxLength={1000} placeholder="https://" />
            <Field
              label={t("documents.sitemap")}
              name="sitemap"
              type="url"
              dir="ltr"
              maxLength={1000}
              placeholder="https://"
            />
          </div>
        )}
        <div className="pair">
          <Field
            label={t("documents.name")}
            name="title"
            defaultValue={replaces?.title}
            maxLength={200}
            autoComplete="off"
            help={t("documents.nameHelp")}
          />
          <Field
            label={t("documents.folder")}
            name="folder"
            defaultValue={replaces?.folder}
            maxLength={80}
            autoComplete="off"
          />
        </div>
        <div className="pair">
          <Field label={t("documents.h.review")} name="review_by" type="date" help={t("documents.reviewHelp")} />
          {!replaces && <EveryField />}
        </div>
        <p className="row">
          <Button type="submit" variant="primary">
            {t(replaces ? "documents.do.replace" : "documents.addDo")}
          </Button>
          <LinkButton to={closed}>{t("controls.cancel")}</LinkButton>
        </p>
      </ActionForm>
    </Card>
  );
}
