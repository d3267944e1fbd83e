/** One web token: the snippet, whether it is in use, where it may be used, and what changes or ends it. */
import { ActionForm, Button, Card, Icon, LinkButton, Notice, PageLink, useCan } from "../../../components";
import { Field, Select, TextArea } from "../../../components/fields";
import { CodeBlock } from "../../../components/data/CodeBlock";
import { DialogButton } from "../../../components/dialogs/buttons";
import { Text, useFormat, useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import { addressOf } from "../../bots/layout/tab";
import type { frameGrammar } from "../../bots/layout/query";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { Refusal } from "../../../components/forms/Refusal";
import { tokensOf, type Token } from "./api";
import type { channelsGrammar } from "./query";
import { OutletField } from "./OutletField";

const Confirm = later(() => import("../../../components/dialogs/Confirm"), "Confirm");

const IDENTITY = ["off", "optional", "required"] as const;

interface Props {
  bot: Bot;
  token: Token;
}

/** The address of the page with what is said of one token. */
function usePlace(token: Token) {
  const { here } = usePage<typeof frameGrammar & typeof channelsGrammar>();
  return {
    plain: `${here({ do: undefined, token: undefined })}#t${token.id}`,
    unfolded: here({ do: undefined, token: token.id }),
  };
}

/** The card. */
export function TokenCard({ bot, token }: Props) {
  const t = useText();
  const can = useCan();
  return (
    <Card
      id={`t${token.id}`}
      title={<bdi>{token.name}</bdi>}
      lead={t("channels.web")}
      aside={
        <LinkButton to={`/try/${token.token}`} icon="play" size="s">
          {t("channels.try")}
        </LinkButton>
      }
    >
      <div className="stack">
        <Secret token={token} />
        <CodeBlock name={t("channels.snippet")} code={`<script async src="${token.script}"></script>`} />
        <p className="field-help">{t("channels.snippetHelp")}</p>
        <Policy script={token.script ?? ""} />
        <Used token={token} />
        {bot.live_version === null && (
          <Notice tone="warn" icon="send" title={t("channels.unpublished")}>
            <PageLink to={`${addressOf(bot.id, "versions")}#publish`}>{t("channels.publish")}</PageLink>
          </Notice>
        )}
        {token.origins.length === 0 && (
          <Notice tone="warn" icon="globe" title={t("channels.anyPage")}>
            {t("channels.anyPageText")}
          </Notice>
        )}
        {token.refused.length > 0 && <RefusedPages bot={bot} token={token} />}
        {token.previous_until && <Overlap until={token.previous_until} />}
        {can("update", "Token") && bot.state !== "archived" && <Change bot={bot} token={token} />}
        <Acts bot={bot} token={token} />
      </div>
    </Card>
  );
}

/** What a page's Content-Security-Policy must allow. */
function Policy({ script }: { script: string }) {
  const t = useText();
  const { origin } = new URL(script);
  return (
    <p className="field-help">
      {t("channels.policyHelp")} <code dir="ltr">{`script-src ${origin}; connect-src ${origin}`}</code>
    </p>
  );
}

/** Pages that could not use it, each allowed by one press. */
function RefusedPages({ bot, token }: Props) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { plain } = usePlace(token);
  return (
    <Notice tone="warn" icon="ban" title={t("channels.refusedPages", { n: token.refused.length })}>
      <ul className="bc-refused rows">
        {token.refused.map(({ origin, at }) => (
          <li key={origin}>
            <bdi dir="ltr">{origin}</bdi>
            <span className="small quiet">{f.dateTime(at)}</span>
            {can("update", "Token") && bot.state !== "archived" && (
              <ActionForm
                call={`${tokensOf(bot.id)}/${token.id}`}
                method="PATCH"
                page={plain}
                revision={String(token.revision)}
                done="pageAllowed"
              >
                <input type="hidden" name="origins[]" value={[...token.origins, origin].join("\n")} />
                <Button type="submit" size="s" icon="check" aria-label={t("channels.allowPage", { page: origin })}>
                  {t("channels.allow")}
                </Button>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Whether it is installed: where and when it was used last. */
function Used({ token }: { token: Token }) {
  const t = useText();
  const f = useFormat();
  const { last_used_at: at, last_page: page } = token;
  return (
    <p className={at ? "bc-used yes" : "bc-used"}>
      <Icon name={at ? "circle-check" : "circle"} size={16} />
      <span>
        {!at ? (
          t("channels.unused")
        ) : page ? (
          <Text
            id="channels.used"
            values={{
              page: (
                <bdi key="page" dir="ltr">
                  {page}
                </bdi>
              ),
              at: f.dateTime(at),
            }}
          />
        ) : (
          t("channels.usedAt", { at: f.dateTime(at) })
        )}
      </span>
    </p>
  );
}

/** While the token before is good as well. */
function Overlap({ until }: { until: string }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  if (Date.parse(until) <= Date.parse(session.now)) return null;
  return (
    <Notice tone="warn" icon="clock" title={t("channels.rotated")}>
      {t("channels.rotatedText", { at: f.dateTime(until) })}
    </Notice>
  );
}

/** A new identity secret, shown this once. */
function Secret({ token }: { token: Token }) {
  const t = useText();
  const { form, query } = usePage<typeof channelsGrammar>();
  const { plain } = usePlace(token);
  const secret = (form?.answer as { secret?: string } | undefined)?.secret;
  if (!secret || query.token !== token.id) return null;
  return (
    <Notice
      tone="warn"
      icon="key-round"
      focus
      title={t("channels.secretTitle")}
      // A document of its own: the secret is not to stay in the browser's memory.
      actions={
        <a className="button size-s" href={plain.split("#", 1)[0]}>
          {t("channels.secretKept")}
        </a>
      }
    >
      <p>{t("channels.secretText")}</p>
      <code className="bc-secret" dir="ltr">
        {secret}
      </code>
    </Notice>
  );
}

/** Name, origins, outlet and identity. */
function Change({ bot, token }: Props) {
  const t = useText();
  const call = `${tokensOf(bot.id)}/${token.id}`;
  const { refused } = useOwnForm(call);
  const { plain } = usePlace(token);
  return (
    <details open={refused || undefined}>
      <summary>
        {token.origins.length > 0 ? t("channels.changeOf", { n: token.origins.length }) : t("channels.changeAny")}
      </summary>
      <ActionForm
        call={call}
        method="PATCH"
        page={plain}
        revision={String(token.revision)}
        done="saved"
        className="stack"
      >
        <Refusal title={t("channels.notDone")} />
        <Field
          label={t("channels.name")}
          name="name"
          defaultValue={token.name}
          required
          maxLength={60}
          autoComplete="off"
        />
        <TextArea
          label={t("channels.origins")}
          name="origins[]"
          rows={3}
          dir="ltr"
          spellCheck={false}
          defaultValue={token.origins.join("\n")}
          help={t("channels.originsHelp")}
        />
        <OutletField outlet={token.outlet} />
        <Select
          label={t("channels.identity")}
          name="identity"
          defaultValue={token.identity}
          help={t("channels.identityHelp")}

          // i18n: channels.i.*
          options={IDENTITY.map((value) => ({ value, label: t(`channels.i.${value}`) }))}
        />
        <p className="row">
          <Button type="submit" variant="primary">
            {t("channels.save")}
          </Button>
        </p>
      </ActionForm>
    </details>
  );
}

/** Another text for it, another identity secret, or its end. */
function Acts({ bot, token }: Props) {
  const t = useText();
  const can = useCan();
  const call = `${tokensOf(bot.id)}/${token.id}`;
  const { plain, unfolded } = usePlace(token);
  const ends = `revoke-${token.id}`;
  const rotates = `rotate-${token.id}`;
  return (
    <div className="row">
      {can("update", "Token") && (
        <>
          {token.state === "active" && (
            <DialogButton opens={rotates} icon="refresh-cw">
              {t("channels.rotate")}
            </DialogButton>
          )}
          <ActionForm call={`${call}/identity`} page={unfolded}>
            <Button type="submit" icon="key-round">
              {t("channels.renew")}
            </Button>
          </ActionForm>
          {token.state === "active" && (
            <Confirm
              id={rotates}
              title={t("channels.rotateTitle", { name: token.name })}
              act={t("channels.rotate")}
              keep={t("channels.keep")}
              form={{ call: `${call}/rotate`, page: plain, done: "tokenRotated" }}
            >
              {t("channels.rotateText")}
            </Confirm>
          )}
        </>
      )}
      {can("delete", "Token") && (
        <>
          <DialogButton opens={ends} icon="ban" variant="danger">
            {t("channels.revoke")}
          </DialogButton>
          <Confirm
            id={ends}
            title={t("channels.revokeTitle", { name: token.name })}
            act={t("channels.revoke")}
            keep={t("channels.keep")}
            form={{
              call,
              method: "DELETE",
              page: plain.split("#", 1)[0]!,
              revision: String(token.revision),
              done: "tokenRevoked",
            }}
          >
            {t("channels.revokeText")}
          </Confirm>
        </>
      )}
    </div>
  );
}
