/** The tokens by which programs reach a bot: what each may do, whether it is in use, a new one, and its secret once. */
import { ActionForm, Button, Can, Card, Empty, Notice, PageLink, Trouble, useCan } from "../../../components";
import { Facts } from "../../../components/Facts";
import { Checkbox, Field } from "../../../components/fields";
import { ChoiceGroup } from "../../../components/fields/choices";
import { CodeBlock } from "../../../components/data/CodeBlock";
import { DialogButton } from "../../../components/dialogs/buttons";
import { Guarded } from "../../../components/forms/Guarded";
import { useFormat, useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import { BotFrame } from "../../bots/layout/BotFrame";
import type { frameGrammar } from "../../bots/layout/query";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { Refusal } from "../../../components/forms/Refusal";
import { tokensApi, tokensOf, type Token } from "./api";
import "../../../styles/bot-channels.css";

const Confirm = later(() => import("../../../components/dialogs/Confirm"), "Confirm");

const SCOPES = ["read_reports", "read_conversations", "read_bot", "ingest", "sandbox", "openai"] as const;

/** The page. */
export default function ProgramsPage() {
  return <BotFrame>{(bot) => <Programs bot={bot} />}</BotFrame>;
}

/** The address of the page, at one of its cards. */
function useAt(): (card?: string) => string {
  const { here } = usePage<typeof frameGrammar>();
  return (card) => here({ do: undefined }) + (card ? `#${card}` : "");
}

/** A card for every token of a program, and the way to another. */
function Programs({ bot }: { bot: Bot }) {
  const t = useText();
  const can = useCan();
  const may = can("read", "Token");
  const result = tokensApi.useTokensQuery(bot.id, { skip: !may });
  const tokens = result.data?.items.filter(({ kind }) => kind === "api");
  if (!may) return <Notice>{t("tokens.notYours")}</Notice>;
  return (
    <Guarded className="bc">
      <Secret />
      <Trouble of={result} />
      {tokens?.length === 0 && (
        <Card>
          <Empty icon="key-round" title={t("tokens.noneTitle")}>
            {t("tokens.noneText")}
          </Empty>
        </Card>
      )}
      {tokens?.map((token) => (
        <Program key={token.id} bot={bot} token={token} />
      ))}
      {bot.state !== "archived" && can("create", "Token") && <NewToken bot={bot} />}
    </Guarded>
  );
}

/** The text of a token that was just drawn, shown this once, with a command that tries it. */
function Secret() {
  const t = useText();
  const { form } = usePage();
  const at = useAt();
  const answer = form?.answer as Token | undefined;
  if (!answer?.token || !answer.curl || answer.kind !== "api") return null;
  return (
    <Notice
      tone="warn"
      icon="key-round"
      focus
      title={t("tokens.secretTitle", { name: answer.name })}
      // A document of its own: the secret is not to stay in the browser's memory.
      actions={
        <a className="button size-s" href={at()}>
          {t("tokens.secretKept")}
        </a>
      }
    >
      <div className="stack">
        <p>{t("tokens.secretText")}</p>
        <CodeBlock name={t("tokens.token")} code={answer.token} />
        <CodeBlock name={t("tokens.try")} code={answer.curl} />
      </div>
    </Notice>
  );
}

/** One token. */
function Program({ bot, token }: { bot: Bot; token: Token }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { session } = usePage();
  const now = Date.parse(session.now);
  const isOver = token.expires_at !== null && Date.parse(token.expires_at) <= now;
  const overlaps = token.previous_until !== null && Date.parse(token.previous_until) > now;
  return (
    <Card id={`t${token.id}`} title={<bdi>{token.name}</bdi>} lead={<code dir="ltr">{token.prefix}…</code>}>
      <div className="stack">
        {isOver && <Notice tone="bad">{t("tokens.over", { at: f.dateTime(token.expires_at) })}</Notice>}
        {overlaps && (
          <Notice tone="warn" icon="clock" title={t("tokens.rotated")}>
            {t("tokens.rotatedText", { at: f.dateTime(token.previous_until) })}
          </Notice>
        )}
        <Facts
          items={[
            // i18n: tokens.s.*
            [t("tokens.scopes"), token.scopes.map((scope) => t(`tokens.s.${scope}`)).join(" · ")],
            ...(token.callback_url ? [[t("tokens.callback"), <bdi key="url">{token.callback_url}</bdi>] as const] : []),
            [t("tokens.ends"), token.expires_at ? f.dateTime(token.expires_at) : t("tokens.never")],
            [t("tokens.lastUsed"), token.last_used_at ? f.dateTime(token.last_used_at) : t("tokens.unused")],
          ]}
        />
        {can("update", "Token") && bot.state !== "archived" && <Change bot={bot} token={token} />}
        <Acts bot={bot} token={token} />
      </div>
    </Card>
  );
}

/** Name, scopes, callback address and end. */
function Fields({ token }: { token?: Token }) {
  const t = useText();
  return (
    <>
      <Field
        label={t("tokens.name")}
        name="name"
        defaultValue={token?.name}
        required
        maxLength={60}
        autoComplete="off"
        dir="auto"
        help={t("tokens.nameHelp")}
      />
      <ChoiceGroup legend={t("tokens.scopes")} fields={["scopes"]}>
        {/* Of none chosen the form says so, too. */}
        <input type="hidden" name="scopes[]" value="" />
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            name="scopes[]"
            value={scope}
            defaultChecked={token?.scopes.includes(scope)}
            label={t(`tokens.s.${scope}`)}
          />
        ))}
      </ChoiceGroup>
      <Field
        label={t("tokens.callback")}
        name="callback_url"
        type="url"
        maxLength={500}
        dir="ltr"
        defaultValue={token?.callback_url ?? ""}
        help={t("tokens.callbackHelp")}
      />
      <Field
        label={t("tokens.lastDay")}
        name="expires_at"
        defaultValue={token?.expires_at?.slice(0, 10)}
        type="date"
        help={t("tokens.lastDayHelp")}
      />
    </>
  );
}

/** What may be changed of a token. */
function Change({ bot, token }: { bot: Bot; token: Token }) {
  const t = useText();
  const at = useAt();
  const call = `${tokensOf(bot.id)}/${token.id}`;
  const { refused } = useOwnForm(call);
  return (
    <details open={refused || undefined}>
      <summary>{t("tokens.change")}</summary>
      <ActionForm
        call={call}
        method="PATCH"
        page={at(`t${token.id}`)}
        revision={String(token.revision)}
        done="saved"
        className="stack"
      >
        <Refusal title={t("tokens.notDone")} />
        <Fields token={token} />
        <p className="row">
          <Button type="submit" variant="primary">
            {t("tokens.save")}
          </Button>
        </p>
      </ActionForm>
    </details>
  );
}

/** Another text for it, or its end. */
function Acts({ bot, token }: { bot: Bot; token: Token }) {
  const t = useText();
  const at = useAt();
  const call = `${tokensOf(bot.id)}/${token.id}`;
  const rotates = `rotate-${token.id}`;
  const ends = `revoke-${token.id}`;
  return (
    <div className="row">
      <Can I="update" a="Token">
        <DialogButton opens={rotates} icon="refresh-cw">
          {t("tokens.rotate")}
        </DialogButton>
        <Confirm
          id={rotates}
          title={t("tokens.rotateTitle", { name: token.name })}
          act={t("tokens.rotate")}
          keep={t("tokens.keep")}
          form={{ call: `${call}/rotate`, page: at() }}
        >
          {t("tokens.rotateText")}
        </Confirm>
      </Can>
      <Can I="delete" a="Token">
        <DialogButton opens={ends} icon="ban" variant="danger">
          {t("tokens.revoke")}
        </DialogButton>
        <Confirm
          id={ends}
          title={t("tokens.revokeTitle", { name: token.name })}
          act={t("tokens.revoke")}
          keep={t("tokens.keep")}
          form={{ call, method: "DELETE", page: at(), revision: String(token.revision), done: "tokenRevoked" }}
        >
          {t("tokens.revokeText")}
        </Confirm>
      </Can>
    </div>
  );
}

/** Another token, for another program. */
function NewToken({ bot }: { bot: Bot }) {
  const t = useText();
  const at = useAt();
  const call = tokensOf(bot.id);
  return (
    <Card id="new-token" title={t("tokens.new")} lead={t("tokens.newLead")}>
      <ActionForm call={call} page={at()} className="stack">
        <Refusal title={t("tokens.notDone")} />
        <input type="hidden" name="kind" value="api" />
        <Fields />
        <p className="row">
          <Button type="submit" icon="plus">
            {t("tokens.make")}
          </Button>
        </p>
        <p className="small quiet">
          {t("tokens.noMore")} <PageLink to="/admin/reference/api">{t("tokens.reference")}</PageLink>
        </p>
      </ActionForm>
    </Card>
  );
}
