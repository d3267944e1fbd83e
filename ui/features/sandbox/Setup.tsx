/** Which bot is tried, at which moment, and which of its calls fail. */
import { ActionForm, Button, Field, Select } from "../../components";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { Bot } from "../bots/catalog/api";
import type { sandboxGrammar } from "./query";
import { CHANNELS, type Sandbox } from "./types";

/** A new conversation where there is none; else what can be set of the one there is. */
export function Setup({ data, bots }: { data: Sandbox | undefined; bots: readonly Bot[] }) {
  const t = useText();
  const { query, session, here, form } = usePage<typeof sandboxGrammar>();
  const values = form?.values ?? {};
  if (data) return <Settings data={data} bot={bots.find(({ id }) => id === data.bot)} />;
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const languages = [...new Set(["en", "hi", ...bots.map(({ language }) => language)])];
  return (
    <section className="card sb-setup" aria-labelledby="sb-setup">
      <h2 id="sb-setup">{t("sandbox.setup")}</h2>
      <ActionForm call="/api/v1/sandbox" page={here()} then="/sandbox?id={id}" className="stack">
        <Select
          label={t("sandbox.bot")}
          name="bot"
          defaultValue={values.bot ?? query.bot}
          options={bots.map((bot) => ({ value: bot.id, label: bot.name }))}
          error={form?.problem.errors?.bot}
        />
        <Select
          label={t("sandbox.version")}
          name="version"
          defaultValue={values.version ?? query.version}
          // i18n: sandbox.v.*
          options={["working", "live"].map((version) => ({ value: version, label: t(`sandbox.v.${version}`) }))}
        />
        <Select
          label={t("sandbox.language")}
          name="language"
          defaultValue={values.language ?? ""}
          options={[
            { value: "", label: t("sandbox.botsLanguage") },
            ...languages.map((id) => ({ value: id, label: names.of(id) ?? id })),
          ]}
        />
        <Select
          label={t("sandbox.channel")}
          name="channel"
          defaultValue={values.channel ?? "web"}
          options={CHANNELS.map((id) => ({ value: id, label: t(`sandbox.c.${id}`) }))} // i18n: sandbox.c.*
        />
        <Button type="submit" variant="primary">
          {t("sandbox.begin")}
        </Button>
      </ActionForm>
    </section>
  );
}

/** The clock and the calls of a conversation under way. */
function Settings({ data, bot }: { data: Sandbox; bot: Bot | undefined }) {
  const t = useText();
  const { here } = usePage<typeof sandboxGrammar>();
  const calls = data.nodes.filter(({ type }) => type === "call").map(({ id }) => String(id));
  const change = { call: `/api/v1/sandbox/${data.id}`, method: "PATCH" as const, page: here(), revision: "*" };
  return (
    <section className="card sb-setup" aria-labelledby="sb-setup">
      <h2 id="sb-setup">{bot?.name ?? t("sandbox.setup")}</h2>
      <p className="quiet small">
        {/* i18n: sandbox.v.* sandbox.c.* */}
        {[
          data.version === "working" || data.version === "live" ? t(`sandbox.v.${data.version}`) : `v${data.version}`,
          t(`sandbox.c.${data.channel}`),
        ].join(" · ")}
      </p>
      <ActionForm {...change} className="sb-part">
        <Field
          label={t("sandbox.clock")}
          name="now"
          defaultValue={data.now ?? ""}
          placeholder="2026-12-24T18:00:00+05:30"
          help={data.now ? t("sandbox.clockSet") : t("sandbox.clockHelp")}
          dir="ltr"
        />
        <Button type="submit">{t("sandbox.setClock")}</Button>
      </ActionForm>
      {calls.length > 0 && (
        <ActionForm {...change} className="sb-part">
          <h3>{t("sandbox.fail")}</h3>
          {calls.map((node, i) => (
            <div key={node}>
              <input type="hidden" name={`failing.${i}.node`} value={node} />
              <Select
                label={node}
                name={`failing.${i}.as`}
                defaultValue={String(data.failing.find((one) => one.node === node)?.as ?? "answers")}
                // i18n: sandbox.as.*
                options={["answers", "timeout", "500"].map((how) => ({ value: how, label: t(`sandbox.as.${how}`) }))}
              />
            </div>
          ))}
          <Button type="submit">{t("sandbox.apply")}</Button>
        </ActionForm>
      )}
    </section>
  );
}
