/** One messaging account: what to do at the provider, what arrives, a test message, and its life. */
import { ActionForm, Button, Card, LinkButton, Notice, PageLink, Pill, Trouble, useCan } from "../../../components";
import { ChoiceMenu } from "../../../components/ChoiceMenu";
import { Pagination } from "../../../components/Pagination";
import { Table } from "../../../components/Table";
import { Field } from "../../../components/fields";
import { ChannelState } from "../../../components/charts/ChannelState";
import { CodeBlock } from "../../../components/data/CodeBlock";
import { FormSheet } from "../../../components/forms/FormSheet";
import { useScripted } from "../../../hooks/useScripted";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import { Refusal } from "../../../components/forms/Refusal";
import { OutletField } from "./OutletField";
import type { channelsGrammar } from "./query";
import { TroubleNotice } from "./AccountsCard";
import { deploymentsOf, messagingApi, RAW_STATES, type Deployment, type RawEvent } from "../messaging/api";
import { MoveCard } from "./MoveCard";
import { CredentialFields } from "./NewAccount";
import { TemplatesCard } from "./TemplatesCard";

/** While the first event is waited for, the account is asked for again after so many ms. */
const POLL_MS = 3000;
const RAW_TONES: Readonly<Record<string, "good" | "warn" | "bad" | undefined>> = {
  processed: "good",
  rejected: "bad",
  dead: "bad",
};

const DONE = { verify: "accountVerify", enable: "accountEnable", disable: "accountDisable" } as const;

interface Props {
  bot: Bot;
  row: Deployment;
}

/** The account of the address. */
export function AccountView({ bot, id }: { bot: Bot; id: string }) {
  const t = useText();
  const { here } = usePage<typeof channelsGrammar>();
  const result = messagingApi.useDeploymentsQuery(bot.id);
  const row = result.data?.items.find((item) => item.id === id);
  messagingApi.useDeploymentsQuery(bot.id, {
    pollingInterval: row && !row.last_inbound_at ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
  });
  return (
    <>
      <p>
        <PageLink to={here({ account: undefined })}>{t("messaging.back")}</PageLink>
      </p>
      <Trouble of={result} />
      {result.data && !row && <Notice tone="warn" title={t("messaging.gone")} />}
      {row && <Account bot={bot} row={row} />}
    </>
  );
}

/** The cards. */
function Account({ bot, row }: Props) {
  const can = useCan();
  const { query } = usePage<typeof channelsGrammar>();
  const mayChange = bot.state !== "archived" && can("update", "Deployment");
  return (
    <>
      <Setup bot={bot} row={row} mayChange={mayChange} />
      {row.channel === "whatsapp" && <TemplatesCard bot={bot} row={row} mayChange={mayChange} />}
      {mayChange && <TestMessage bot={bot} row={row} />}
      {mayChange && <Change bot={bot} row={row} />}
      <Events bot={bot} row={row} mayChange={mayChange} />
      {can("update", "Deployment") && row.channel !== "voice" && <MoveCard bot={bot} row={row} />}
      {query.remove && can("delete", "Deployment") && <Remove bot={bot} row={row} />}
    </>
  );
}

/** What to enter at the provider, and whether anything has come from there. */
function Setup({ bot, row, mayChange }: Props & { mayChange: boolean }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof channelsGrammar>();
  const isMeta = ["whatsapp", "messenger", "instagram"].includes(row.channel);
  return (
    <Card
      title={
        <>
          {t(`channelname.${row.channel}`)} <bdi dir="ltr">{row.account}</bdi>
        </>
      }
      lead={<ChannelState state={row.state} />}
    >
      <div className="stack">
        <p>{t(`messaging.step.${row.channel}`) /* i18n: messaging.step.* */}</p>
        {row.channel !== "telegram" && <CodeBlock name={t("messaging.webhook")} code={row.webhook_url} />}
        {isMeta && <CodeBlock name={t("messaging.verifyToken")} code={row.verify_token} />}
        {row.last_inbound_at ? (
          <Notice tone="good">{t("messaging.arrived", { at: f.dateTime(row.last_inbound_at) })}</Notice>
        ) : (
          <Notice tone="info" title={t("messaging.waitingFirst")}>
            {t("messaging.waitingText")}
          </Notice>
        )}
        {row.refused > 0 && (
          <Notice tone="warn" title={t("messaging.wrongSignature", { n: row.refused })}>
            {t("messaging.wrongSignatureText")}
          </Notice>
        )}
        {row.trouble && <TroubleNotice row={row} />}
        {row.last_error && row.last_error_at && (
          <Notice tone={row.state === "error" ? "bad" : "warn"} title={t("messaging.lastError")}>
            <bdi dir="ltr">{row.last_error}</bdi> · {f.dateTime(row.last_error_at)}
          </Notice>
        )}
        {mayChange && (
          <div className="row">
            {(["verify", "enable", "disable"] as const)
              .filter((event) => row.possible.includes(event))
              .map((event) => (
                <ActionForm
                  key={event}
                  call={`${deploymentsOf(bot.id)}/${row.id}/${event}`}
                  page={here()}
                  done={DONE[event]}
                >
                  <Button type="submit" {...(event === "enable" && { variant: "primary" as const })}>
                    {t(`messaging.do.${event}`) /* i18n: messaging.do.* */}
                  </Button>
                </ActionForm>
              ))}
            {row.possible.includes("remove") && (
              <LinkButton to={here({ remove: true })}>{t("messaging.do.remove")}</LinkButton>
            )}
            <Failure call={`${deploymentsOf(bot.id)}/${row.id}`} />
          </div>
        )}
      </div>
    </Card>
  );
}

/** Why an event of the account's life was refused. */
function Failure({ call }: { call: string }) {
  const { form } = usePage();
  const isOwn =
    form &&
    form.problem.status >= 400 &&
    ["verify", "enable", "disable"].some((e) => form.problem.instance === `${call}/${e}`);
  return isOwn ? <Notice tone="bad" focus title={form.problem.detail ?? form.problem.title} /> : null;
}

/** A message to yourself. */
function TestMessage({ bot, row }: Props) {
  const t = useText();
  const { here, form } = usePage<typeof channelsGrammar>();
  const call = `${deploymentsOf(bot.id)}/${row.id}/test`;
  const sent = form?.answer as { ok?: boolean; detail?: string; ms?: number } | undefined;
  const answer = sent && "ms" in sent ? sent : undefined;
  return (
    <Card title={t("messaging.test")} lead={t("messaging.testLead")}>
      <ActionForm call={call} page={`${here()}#test`} className="stack" id="test">
        <Refusal />
        {answer && (
          <Notice
            tone={answer.ok ? "good" : "bad"}
            title={t(answer.ok ? "messaging.testSent" : "messaging.testFailed")}
          >
            {answer.detail}
          </Notice>
        )}
        <Field
          label={t("messaging.to")}
          name="to"
          dir="ltr"
          maxLength={120}
          autoComplete="off"
          help={t("messaging.toHelp")}
        />
        <Field label={t("messaging.text")} name="text" maxLength={1000} />
        <p className="row">
          <Button type="submit" icon="send">
            {t("messaging.send")}
          </Button>
        </p>
      </ActionForm>
    </Card>
  );
}

/** Credentials, outlet, and the template of WhatsApp. */
function Change({ bot, row }: Props) {
  const t = useText();
  const { here } = usePage<typeof channelsGrammar>();
  const call = `${deploymentsOf(bot.id)}/${row.id}`;
  const template = row.settings.template;
  return (
    <Card title={t("messaging.settings")}>
      <ActionForm
        call={call}
        method="PATCH"
        page={`${here()}#settings`}
        revision={String(row.revision)}
        done="accountSaved"
        className="stack"
        id="settings"
      >
        <Refusal />
        <CredentialFields channel={row.channel} secrets={row.secrets} />
        <OutletField outlet={row.outlet} />
        {row.channel === "whatsapp" && (
          <>
            <Field
              label={t("messaging.business")}
              name="settings.business"
              defaultValue={row.settings.business}
              dir="ltr"
              inputMode="numeric"
              maxLength={40}
              autoComplete="off"
              help={t("messaging.businessHelp")}
            />
            <Field
              label={t("messaging.template")}
              name="settings.template.name"
              defaultValue={template?.name}
              dir="ltr"
              maxLength={200}
              help={t("messaging.templateHelp")}
            />
            <Field
              label={t("messaging.templateLanguage")}
              name="settings.template.language"
              defaultValue={template?.language ?? "en"}
              dir="ltr"
              maxLength={12}
            />
          </>
        )}
        <p className="row">
          <Button type="submit" icon="check">
            {t("channels.save")}
          </Button>
        </p>
      </ActionForm>
    </Card>
  );
}

/** What has arrived last, each to be read again. */
function Events({ bot, row, mayChange }: Props & { mayChange: boolean }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof channelsGrammar>();
  const scripted = useScripted();
  const which = { state: query.events, page: query.received };
  const result = messagingApi.useRawEventsQuery({ bot: bot.id, id: row.id, ...which });
  const items = result.data?.items ?? [];
  return (
    <Card
      id="events"
      title={t("messaging.events")}
      lead={t("messaging.eventsLead")}
      flush={items.length > 0}
      aside={
        <>
          {!scripted && <LinkButton to={here()}>{t("messaging.check")}</LinkButton>}
          <ChoiceMenu
            label={t("messaging.state")}
            value={query.events}
            all={t("messaging.allStates")}
            options={RAW_STATES.map((state) => [state, t(`messaging.r.${state}`) /* i18n: messaging.r.* */])}
            to={(state) => `${here({ events: state, received: undefined })}#events`}
          />
        </>
      }
    >
      <Trouble of={result} />
      {result.data && items.length === 0 && (
        <p className="quiet">{t(query.events ? "messaging.noneOfState" : "messaging.noEvents")}</p>
      )}
      {items.length > 0 && (
        <div className="data-table">
          <Table
            caption={t("messaging.events")}
            rows={items}
            rowKey={(event) => event.id}
            columns={[
              {
                key: "at",
                head: t("messaging.at"),
                rowHead: true,
                className: "slot-name",
                cell: (event) => f.dateTime(event.at),
              },
              {
                key: "state",
                head: t("messaging.state"),
                className: "slot-state",
                cell: (event) => <EventState event={event} />,
              },
              {
                key: "events",
                head: t("messaging.newEvents"),
                numeric: true,
                className: "slot-fact",
                cell: (event) => f.number(event.events),
              },
              {
                key: "replay",
                head: <span className="sr">{t("messaging.replay")}</span>,
                className: "slot-menu",
                cell: (event) =>
                  mayChange &&
                  event.state !== "rejected" && (
                    <ActionForm
                      call={`${deploymentsOf(bot.id)}/${row.id}/events/${event.id}/replay`}
                      page={here()}
                      done="replayed"
                    >
                      <Button type="submit" size="s" variant="quiet">
                        {t("messaging.replay")}
                      </Button>
                    </ActionForm>
                  ),
              },
            ]}
          />
        </div>
      )}
      {result.data && result.data.total > items.length && (
        <Pagination of={result.data} to={(page) => `${here({ received: page })}#events`} />
      )}
    </Card>
  );
}

/** What became of a request. */
function EventState({ event }: { event: RawEvent }) {
  const t = useText();
  return (
    <>
      {/* i18n: messaging.r.* */}
      <Pill {...(RAW_TONES[event.state] && { tone: RAW_TONES[event.state] })}>
        {t(`messaging.r.${event.state}`)}
      </Pill>{" "}
      {event.reason && (
        <span className="quiet small">{t(`messaging.why.${event.reason}`) /* i18n: messaging.why.* */}</span>
      )}
    </>
  );
}

/** Whether it goes, by the name of the account. */
function Remove({ bot, row }: Props) {
  const t = useText();
  const { here } = usePage<typeof channelsGrammar>();
  return (
    <FormSheet
      danger
      title={t("messaging.removeTitle", { account: row.account })}
      call={`${deploymentsOf(bot.id)}/${row.id}`}
      method="DELETE"
      revision={String(row.revision)}
      to={here({ remove: undefined })}
      then={here({ remove: undefined, account: undefined })}
      done="accountRemoved"
      action={t("messaging.do.remove")}
    >
      <p>{t("messaging.removeText")}</p>
    </FormSheet>
  );
}
