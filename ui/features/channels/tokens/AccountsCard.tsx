/** The messaging accounts of a bot: their states, and the way to another. */
import { Card, Empty, MenuLink, Notice, PageLink, Pill, Trouble, useCan } from "../../../components";
import { FilterMenu } from "../../../components/filters";
import { Table } from "../../../components/Table";
import { drawn, type DataColumn } from "../../../components/table/columns";
import { Sparkline } from "../../../components/charts/Sparkline";
import { ChannelMark } from "../../../components/charts/ChannelMark";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import type { channelsGrammar } from "./query";
import { MESSAGING_CHANNELS } from "../../../lib/channels";
import { messagingApi, type Deployment } from "../messaging/api";
import { ChannelState } from "../../../components/charts/ChannelState";
import { DeliveryCards } from "./DeliveryCards";
import { NewAccount } from "./NewAccount";

/** The states in the order that the line above the table has them. */
const STATES = ["connected", "degraded", "error", "verified", "unverified", "disabled"] as const;
/** The states in which an account waits for something. */
const WAITING = ["unverified", "verified", "disabled"];

/** What is wrong with a degraded account, since when, and what to do; it leads to the account from elsewhere. */
export function TroubleNotice({ row, to }: { row: Deployment; to?: string }) {
  const t = useText();
  const f = useFormat();
  const trouble = row.trouble ?? "unreachable";
  const at = f.dateTime(trouble === "silent" ? row.last_inbound_at : row.last_error_at);
  const text = t(`messaging.fix.${trouble}`); /* i18n: messaging.fix.* */
  return (
    <Notice tone="warn" title={t(`messaging.is.${trouble}`, { account: row.account, at }) /* i18n: messaging.is.* */}>
      {to ? <PageLink to={to}>{text}</PageLink> : text}
    </Notice>
  );
}

/** The card. */
export function AccountsCard({ bot }: { bot: Bot }) {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof channelsGrammar>();
  const result = messagingApi.useDeploymentsQuery(bot.id);
  const rows = result.data?.items ?? [];
  const mayAdd = bot.state !== "archived" && can("create", "Deployment");
  const bad = rows.filter(({ state }) => state === "error");
  return (
    <>
      {bad.map((row) => (
        <Notice key={row.id} tone="bad" title={t("messaging.refused", { account: row.account })}>
          <PageLink to={here({ account: row.id, add: undefined })}>{t("messaging.refusedText")}</PageLink>
        </Notice>
      ))}
      {rows
        .filter((row) => row.trouble)
        .map((row) => (
          <TroubleNotice key={row.id} row={row} to={here({ account: row.id, add: undefined })} />
        ))}
      {rows.length > 0 && <Now rows={rows} />}
      <Card
        id="accounts"
        title={t("messaging.accounts")}
        lead={t("messaging.accountsLead")}
        flush={rows.length > 0}
        aside={
          mayAdd && (
            <FilterMenu label={t("messaging.add")} value="">
              {MESSAGING_CHANNELS.map((channel) => (
                <MenuLink key={channel} to={here({ add: channel, account: undefined })}>
                  {t(`channel.${channel}`) /* i18n: channel.* */}
                </MenuLink>
              ))}
            </FilterMenu>
          )
        }
      >
        <Trouble of={result} />
        {result.data && rows.length === 0 && (
          <Empty icon="message-circle" title={t("messaging.none")}>
            {t("messaging.noneText")}
          </Empty>
        )}
        {rows.length > 0 && <Rows rows={rows} bot={bot} />}
      </Card>
      {rows.length > 0 && <DeliveryCards bot={bot} />}
      {query.add && mayAdd && <NewAccount key={query.add} bot={bot} channel={query.add} />}
    </>
  );
}

/** How many accounts are in each state, and what waits to be sent. */
function Now({ rows }: { rows: readonly Deployment[] }) {
  const t = useText();
  const f = useFormat();
  const waiting = rows.reduce((sum, row) => sum + row.waiting, 0);
  const open = rows.reduce((sum, row) => sum + row.people_open, 0);
  return (
    <p className="bc-now text-13">
      <strong>{t("messaging.now")}</strong>
      {STATES.map((state) => [state, rows.filter((row) => row.state === state).length] as const)
        .filter(([, n]) => n > 0)
        .map(([state, n]) => (
          <span key={state}>
            <ChannelState state={state} /> <b>{f.number(n)}</b>
          </span>
        ))}
      {rows.some((row) => row.window_hours) && (
        <span>
          {t("messaging.openWindows")} <b>{f.number(open)}</b>
        </span>
      )}
      <span>
        {t("messaging.queued")} <b>{f.number(waiting)}</b>
      </span>
    </p>
  );
}

/** Why an account is as it is: the provider's last words where something is wrong, else what it waits for. */
function Because({ row }: { row: Deployment }) {
  const t = useText();
  if (row.trouble) return <small>{t(`messaging.trouble.${row.trouble}`) /* i18n: messaging.trouble.* */}</small>;
  if (row.last_error && ["degraded", "error"].includes(row.state))
    return (
      <small title={row.last_error}>
        <bdi dir="ltr">{row.last_error}</bdi>
      </small>
    );
  if (!WAITING.includes(row.state)) return null;
  return <small>{t(`messaging.n.${row.state}`) /* i18n: messaging.n.* */}</small>;
}

/** The accounts. */
function Rows({ rows, bot }: { rows: readonly Deployment[]; bot: Bot }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof channelsGrammar>();
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const live = rows.filter((row) => row.environment === "live");
  const columns: DataColumn<Deployment>[] = [
    {
      key: "account",
      name: t("messaging.account"),
      head: t("messaging.account"),
      rowHead: true,
      cell: (row) => (
        <span className="bc-account">
          <ChannelMark channel={row.channel} />
          <span>
            <PageLink to={here({ account: row.id, add: undefined })}>
              <bdi dir="ltr">{row.account}</bdi>
            </PageLink>{" "}
            {row.environment === "test" && <Pill>{t("messaging.e.test")}</Pill>}
            <small>{t(`channel.${row.channel}`)}</small>
          </span>
        </span>
      ),
    },
    {
      key: "state",
      name: t("messaging.state"),
      head: t("messaging.state"),
      slot: "state",
      cell: (row) => (
        <>
          <ChannelState state={row.state} />
          <Because row={row} />
        </>
      ),
    },
    {
      key: "event",
      name: t("messaging.lastEvent"),
      head: t("messaging.lastEvent"),
      cell: (row) =>
        row.last_inbound_at ? (
          <time dateTime={row.last_inbound_at} title={f.dateTime(row.last_inbound_at)}>
            {f.ago(row.last_inbound_at)}
          </time>
        ) : (
          t("messaging.waiting")
        ),
    },
    {
      key: "inbound",
      name: t("messaging.inbound"),
      head: t("messaging.inbound"),
      className: "bc-inbound",
      slot: "none",
      cell: (row) => (
        <>
          <span className="sr">{t("messaging.inboundN", { n: sum(row.inbound_24h) })}</span>
          <Sparkline values={row.inbound_24h} />
        </>
      ),
    },
    {
      key: "availability",
      name: t("messaging.availability"),
      head: t("messaging.availability"),
      numeric: true,
      cell: (row) => (
        <>
          {f.percent(row.availability)}
          {row.lag_median_s != null && (
            <small>{t("messaging.lag", { time: f.duration(row.lag_median_s * 1000) })}</small>
          )}
        </>
      ),
    },
    {
      key: "window",
      name: t("messaging.window"),
      head: t("messaging.window"),
      cell: (row) =>
        row.window_hours ? (
          <>
            {t("messaging.windowHours", { n: f.number(row.window_hours) })}
            <small>{t("messaging.peopleOpen", { n: row.people_open })}</small>
          </>
        ) : (
          t("messaging.noLimit")
        ),
    },
    {
      key: "outlet",
      name: t("messaging.outlet"),
      head: t("messaging.outlet"),
      wide: true,
      cell: (row) => <bdi>{row.outlet?.name ?? t("messaging.noOutlet")}</bdi>,
    },
    {
      key: "language",
      name: t("messaging.language"),
      head: t("messaging.language"),
      wide: true,
      cell: (row) => row.language ?? bot.languages.join(f.comma),
    },
    {
      key: "conversations",
      name: t("messaging.conversations"),
      head: t("messaging.conversations"),
      numeric: true,
      cell: (row) => f.number(row.conversations),
    },
    {
      key: "queue",
      name: t("messaging.queue"),
      head: t("messaging.queue"),
      numeric: true,
      cell: (row) => f.number(row.waiting),
    },
    {
      key: "errors",
      name: t("messaging.errors"),
      head: t("messaging.errors"),
      numeric: true,
      cell: (row) => (
        <>
          <span className={row.errors_24h > 0 ? "bc-bad" : undefined}>{f.number(row.errors_24h)}</span>
          {row.failed > 0 && <small>{t("messaging.failedN", { n: row.failed })}</small>}
        </>
      ),
    },
  ];
  return (
    <div className="data-table bc-accounts">
      <Table caption={t("messaging.accounts")} rows={rows} rowKey={(row) => row.id} columns={columns.map(drawn)} />
      {live.length > 1 && (
        <p className="bc-total">
          {t("messaging.allLive")}{" "}
          <b>{t("messaging.conversationsN", { n: sum(live.map((row) => row.conversations)) })}</b>
        </p>
      )}
    </div>
  );
}
