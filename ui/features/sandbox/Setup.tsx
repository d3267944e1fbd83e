/** Which bot is tried, in which version and language, as on which channel, with whom. */
import { BOT_CHANNELS } from "../../lib/channels";
import { ActionForm, Button } from "../../components";
import { Field, Select } from "../../components/fields";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { Bot } from "../bots/catalog/api";
import { Clock } from "./Clock";
import { Failing } from "./Failing";
import type { sandboxGrammar } from "./query";
import type { Sandbox } from "./types";

/** The form that begins a conversation, and below it what can be set of the one there is. */
export function Setup({ data, bots }: { data: Sandbox | undefined; bots: readonly Bot[] }) {
  const t = useText();
  return (
    <section className="sb-setup" aria-labelledby="sb-setup">
      <h2 id="sb-setup">{t("sandbox.setup")}</h2>
      <Begin key={data?.id} data={data} bots={bots} />
      {data && !data.link && <Clock data={data} />}
      {data && !data.link && <Failing data={data} />}
    </section>
  );
}

/** What a conversation begins with; a new one where there is one already. */
function Begin({ data, bots }: { data: Sandbox | undefined; bots: readonly Bot[] }) {
  const t = useText();
  const { query, session, here, form } = usePage<typeof sandboxGrammar>();
  const values = form?.values ?? {};
  const errors = form?.problem.errors;
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const languages = data?.languages ?? ["en", "hi", ...bots.map(({ language }) => language)];
  const spoken = [...new Set(languages)].filter((id) => id !== "hi-Latn");
  const version = values.version ?? data?.version ?? (query.version || "working");
  const numbers = new Set([...(data?.versions ?? []).map(String), ...(/^\d+$/.test(version) ? [version] : [])]);
  return (
    <ActionForm call="/api/v1/sandbox" page={here()} then="/sandbox?id={id}#say" className="stack">
      <Select
        label={t("sandbox.bot")}
        name="bot"
        defaultValue={data?.bot ?? query.bot}
        options={bots.map((bot) => ({ value: bot.id, label: bot.name }))}
        error={errors?.bot}
      />
      <Select
        label={t("sandbox.version")}
        name="version"
        defaultValue={version}
        options={[
          // i18n: sandbox.v.*
          ...["working", "live"].map((id) => ({ value: id, label: t(`sandbox.v.${id}`) })),
          ...[...numbers].map((id) => ({ value: id, label: t("sandbox.vNumber", { n: id }) })),
        ]}
        error={errors?.version}
      />
      <Select
        label={t("sandbox.language")}
        name="language"
        defaultValue={data?.language ?? ""}
        options={[
          { value: "", label: t("sandbox.botsLanguage") },
          ...spoken.map((id) => ({ value: id, label: names.of(id) ?? id })),
        ]}
        error={errors?.language}
      />
      <Select
        label={t("sandbox.channel")}
        name="channel"
        defaultValue={data?.channel ?? "web"}
        options={BOT_CHANNELS.map((id) => ({ value: id, label: t(`channel.${id}`) }))} // i18n: channel.*
        error={errors?.channel}
      />
      <Field
        label={t("sandbox.person")}
        name="contact.first_name"
        defaultValue={
          values["contact.first_name"] ?? String(data?.contact.first_name ?? session.user?.fullName.split(" ")[0] ?? "")
        }
        maxLength={60}
        autoComplete="off"
        error={errors?.["contact.first_name"]}
      />
      <Button type="submit" variant={data ? "plain" : "primary"}>
        {t(data ? "sandbox.beginAgain" : "sandbox.begin")}
      </Button>
    </ActionForm>
  );
}
