/** The form that makes a bot, of what is chosen beside it. */
import { ActionForm, Button, Card, Notice, useCan } from "../../../components";
import { Field, Select } from "../../../components/fields";
import { useText } from "../../../lib/i18n";
import { LANGUAGES } from "../../../lib/session";
import { usePage } from "../../../page";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { botsApi } from "./api";
import type { newBotGrammar } from "./query";
import { BOT_GROUPS, BOT_LANGUAGES } from "./types";

/** A language by its own name where the interface speaks it, else as the reader's language calls it. */
function languageName(id: string, names: Intl.DisplayNames): string {
  return LANGUAGES.find((language) => language.id === id)?.name ?? names.of(id) ?? id;
}

/** Name, group, client and language; what was typed stays when the call refuses. */
export function NewBotForm({
  flow,
  name,
  language,
}: {
  /** The document of a file, where the bot is made of one. */
  flow: string | undefined;
  name: string | undefined;
  language: string | undefined;
}) {
  const t = useText();
  const can = useCan();
  const { session, here } = usePage<typeof newBotGrammar>();
  const { errors, failed, refused } = useOwnForm("/api/v1/bots");
  const clients = botsApi.useAllClientsQuery(undefined, { skip: !can("read", "Client") }).data?.items ?? [];
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const flowErrors = Object.entries(errors).filter(
    ([key]) => !["name", "group", "language", "client", "template"].includes(key),
  );
  return (
    <Card title={t("newbot.make")}>
      <ActionForm
        id="new-bot"
        call="/api/v1/bots"
        page={here()}
        then="/admin/bots/{id}"
        done="created"
        className="stack"
        encType={flow === undefined ? undefined : "multipart/form-data"}
      >
        {refused && (
          <Notice tone="bad" focus={Boolean(failed)} title={t("newbot.notCreated")}>
            {failed}
            {flowErrors.map(([path, messages]) => (
              <span key={path} className="block">
                <code dir="ltr">{path}</code> {messages.join(" ")}
              </span>
            ))}
          </Notice>
        )}
        {flow !== undefined && <textarea name="flow" defaultValue={flow} hidden />}
        <Field
          label={t("newbot.name")}
          name="name"
          defaultValue={name}
          required
          maxLength={60}
          autoComplete="off"
          help={t("newbot.nameHelp")}
        />
        <Select
          label={t("newbot.group")}
          name="group"
          defaultValue={"service"}
          options={BOT_GROUPS.map((group) => ({ value: group, label: t(`bot.g.${group}`) }))} // i18n: bot.g.*
        />
        {clients.length > 1 && (
          <Select
            label={t("newbot.client")}
            name="client"
            defaultValue={clients[0]?.id}
            options={clients.map((client) => ({ value: client.id, label: client.name }))}
          />
        )}
        <Select
          label={t("newbot.language")}
          name="language"
          defaultValue={language ?? session.locale}
          help={t("newbot.languageHelp")}
          options={BOT_LANGUAGES.map((id) => ({ value: id, label: languageName(id, names) }))}
        />
        <Button type="submit" variant="primary" icon="plus">
          {t("newbot.create")}
        </Button>
        <ul className="nb-next small quiet">
          <li>{t("newbot.then.try")}</li>
          <li>{t("newbot.then.publish")}</li>
        </ul>
      </ActionForm>
    </Card>
  );
}
