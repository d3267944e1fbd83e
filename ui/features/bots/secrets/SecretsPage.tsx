/** The secrets that a bot's calls send: what each is used by, another value for it, its end, and a new one. */
import { ActionForm, Button, Card, Empty, PageLink, Trouble, useCan } from "../../../components";
import { Facts } from "../../../components/Facts";
import { Field } from "../../../components/fields";
import { PasswordField } from "../../../components/fields/PasswordField";
import { Confirm } from "../../../components/dialogs/Confirm";
import { DialogButton } from "../../../components/dialogs/buttons";
import { Guarded } from "../../../components/forms/Guarded";
import { Pagination } from "../../../components/Pagination";
import { codeWords } from "../../../lib/codes";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { BotFrame } from "../layout/BotFrame";
import type { frameGrammar } from "../layout/query";
import { addressOf } from "../layout/tab";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { Refusal } from "../../../components/forms/Refusal";
import { secretsApi, secretsOf, type Secret, type SecretUse } from "./api";
import type { secretsGrammar } from "./query";
import "../../../styles/bot-channels.css";

const SHORTEST = 8;
const LONGEST = 2000;

/** The page. */
export default function SecretsPage() {
  return <BotFrame>{(bot) => <Secrets bot={bot} />}</BotFrame>;
}

/** The address of the page, at one of its cards. */
function useAt(): (card?: string) => string {
  const { here } = usePage<typeof frameGrammar>();
  return (card) => here({ do: undefined }) + (card ? `#${card}` : "");
}

/** A card for every secret, and the way to another. */
function Secrets({ bot }: { bot: Bot }) {
  const t = useText();
  const can = useCan();
  const { here, query } = usePage<typeof secretsGrammar>();
  const result = secretsApi.useSecretsQuery({ bot: bot.id, page: query.page });
  const { data } = result;
  const may = can("publish", "Bot");
  return (
    <Guarded className="bc">
      <Trouble of={result} />
      {data?.total === 0 && (
        <Card>
          <Empty icon="lock" title={t("secrets.noneTitle")}>
            {t("secrets.noneText")}
          </Empty>
        </Card>
      )}
      {data?.items.map((secret) => (
        <SecretCard key={`${secret.id}/${secret.revision}`} bot={bot} secret={secret} may={may} />
      ))}
      {data && data.total > data.items.length && <Pagination of={data} to={(page) => here({ page })} />}
      {may && bot.state !== "archived" && <NewSecret bot={bot} />}
    </Guarded>
  );
}

/** One secret: when it was set and what uses it; never what it is. */
function SecretCard({ bot, secret, may }: { bot: Bot; secret: Secret; may: boolean }) {
  const t = useText();
  const f = useFormat();
  const at = useAt();
  const call = `${secretsOf(bot.id)}/${secret.id}`;
  const { errors, refused } = useOwnForm(call);
  const ends = `delete-${secret.id}`;
  const isUsed = secret.used_by.length > 0;
  return (
    <Card
      id={`s${secret.id}`}
      title={<bdi dir="ltr">{secret.name}</bdi>}
      lead={<code dir="ltr">{`{{secret.${secret.name}}}`}</code>}
    >
      <div className="stack">
        <Refusal call={call} title={t("secrets.notDone")} />
        <Facts
          items={[
            [t("secrets.value"), <span dir="ltr">{`••••••••${secret.secret_end}`}</span>],
            [t("secrets.set"), t("secrets.setBy", { at: f.dateTime(secret.set_at), who: secret.set_by })],
            [t("secrets.usedBy"), isUsed ? <Uses bot={bot.id} uses={secret.used_by} /> : t("secrets.unused")],
          ]}
        />
        {may && bot.state !== "archived" && (
          <details open={(refused && errors.secret !== undefined) || undefined}>
            <summary>{t("secrets.replace")}</summary>
            <ActionForm
              call={call}
              method="PUT"
              page={at(`s${secret.id}`)}
              revision={String(secret.revision)}
              done="replaced"
              className="stack"
            >
              <ValueField />
              <p className="row">
                <Button type="submit" variant="primary">
                  {t("secrets.replace")}
                </Button>
                <span className="small quiet">{t("secrets.atOnce")}</span>
              </p>
            </ActionForm>
          </details>
        )}
        {may && !isUsed && (
          <div className="row">
            <DialogButton opens={ends} icon="trash" variant="danger">
              {t("secrets.delete")}
            </DialogButton>
            <Confirm
              id={ends}
              title={t("secrets.deleteTitle", { name: secret.name })}
              act={t("secrets.delete")}
              keep={t("secrets.keep")}
              form={{ call, method: "DELETE", page: at(), revision: String(secret.revision), done: "deleted" }}
            >
              {t("secrets.deleteText")}
            </Confirm>
          </div>
        )}
        {may && isUsed && <p className="small quiet">{t("secrets.inUse")}</p>}
      </div>
    </Card>
  );
}

/** The nodes and handlers that send it, each leading to where that is said. */
function Uses({ bot, uses }: { bot: string; uses: readonly SecretUse[] }) {
  const t = useText();
  return (
    <ul className="bc-refused rows">
      {uses.map((use) => (
        <li key={`${use.kind}/${use.node}/${use.version}/${use.handler}`}>
          {use.kind === "handler" ? (
            <PageLink to={addressOf(bot, "handler")}>{t(`secrets.h.${use.handler}`) /* i18n: secrets.h.* */}</PageLink>
          ) : use.version === null ? (
            <PageLink to={`${addressOf(bot, "flow")}?node=${encodeURIComponent(use.node ?? "")}`}>
              {t("secrets.node", { node: codeWords(use.node ?? "") })}
            </PageLink>
          ) : (
            <PageLink to={addressOf(bot, "versions")}>
              {t("secrets.nodeOf", { node: codeWords(use.node ?? ""), n: use.version })}
            </PageLink>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The value, which is typed again whenever it was refused. */
function ValueField() {
  const t = useText();
  return (
    <PasswordField
      label={t("secrets.value")}
      name="secret"
      required
      minLength={SHORTEST}
      maxLength={LONGEST}
      autoComplete="off"
      help={t("secrets.valueHelp", { n: SHORTEST })}
    />
  );
}

/** Another secret. */
function NewSecret({ bot }: { bot: Bot }) {
  const t = useText();
  const at = useAt();
  const call = secretsOf(bot.id);
  return (
    <Card id="new-secret" title={t("secrets.new")} lead={t("secrets.newLead")}>
      <ActionForm call={call} page={at()} done="created" className="stack">
        <Refusal title={t("secrets.notDone")} />
        <Field
          label={t("secrets.name")}
          name="name"
          required
          maxLength={40}
          pattern="[A-Z][A-Z0-9_]*"
          autoComplete="off"
          dir="ltr"
          help={t("secrets.nameHelp")}
        />
        <ValueField />
        <p className="row">
          <Button type="submit" icon="plus">
            {t("secrets.add")}
          </Button>
        </p>
        <p className="small quiet">{t("secrets.howTo", { code: "{{secret.NAME}}" })}</p>
      </ActionForm>
    </Card>
  );
}
