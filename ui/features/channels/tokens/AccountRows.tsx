/** A bot's accounts in a table: websites first, then messaging accounts, the live ones together. */
import type { ReactNode } from "react";
import { PageLink, Pill } from "../../../components";
import { Table } from "../../../components/Table";
import { drawn, type DataColumn } from "../../../components/table/columns";
import { Sparkline } from "../../../components/charts/Sparkline";
import { ChannelMark } from "../../../components/charts/ChannelMark";
import { ChannelState } from "../../../components/charts/ChannelState";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import type { Deployment } from "../messaging/api";
import type { Token } from "./api";
import type { channelsGrammar } from "./query";

/** Where people reach a bot: a website by its token, or a messaging account. */
export type Account = Deployment | Token;

const isSite = (row: Account): row is Token => "script" in row;

/** The state of an account; a website is connected once its widget was opened, and disabled when its token ends. */
export function stateOf(row: Account, now: string) {
  if (!isSite(row)) return row.state;
  if (row.expires_at && Date.parse(row.expires_at) <= Date.parse(now)) return "disabled";
  return row.last_used_at ? "connected" : "unverified";
}

/** The states in which an account waits for something. */
const WAITING = ["unverified", "verified", "disabled"];

/** Why an account is as it is: the provider's last words where something is wrong, else what it waits for. */
function Because({ row }: { row: Account }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  if (isSite(row)) {
    if (stateOf(row, session.now) === "disabled")
      return <small>{t("messaging.siteEnded", { at: f.dateTime(row.expires_at) })}</small>;
    if (row.refused.length > 0) return <small>{t("messaging.siteRefused", { n: row.refused.length })}</small>;
    return row.last_used_at ? null : <small>{t("messaging.siteUnseen")}</small>;
  }
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

/** The table, and below it the conversations of all accounts that customers use. */
export function AccountRows({ rows, bot }: { rows: readonly Account[]; bot: Bot }) {
  const t = useText();
  const f = useFormat();
  const { here, session } = usePage<typeof channelsGrammar>();
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const live = rows.filter((row) => isSite(row) || row.environment === "live");
  /** A cell of what only messaging accounts have. */
  const ofMessaging = (cell: (row: Deployment) => ReactNode) => (row: Account) =>
    isSite(row) ? f.number(null) : cell(row);
  const columns: DataColumn<Account>[] = [
    {
      key: "account",
      name: t("messaging.account"),
      head: t("messaging.account"),
      rowHead: true,
      cell: (row) => (
        <span className="bc-account">
          <ChannelMark channel={isSite(row) ? "web" : row.channel} />
          {isSite(row) ? (
            <span>
              <PageLink to={`${here({ account: undefined, add: undefined })}#t${row.id}`}>
                <bdi>{row.name}</bdi>
              </PageLink>
              <small>{row.last_page ? <bdi dir="ltr">{row.last_page}</bdi> : t("channel.web")}</small>
            </span>
          ) : (
            <span>
              <PageLink to={here({ account: row.id, add: undefined })}>
                <bdi dir="ltr">{row.account}</bdi>
              </PageLink>{" "}
              {row.environment === "test" && <Pill>{t("messaging.e.test")}</Pill>}
              <small>{t(`channel.${row.channel}`)}</small>
            </span>
          )}
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
          <ChannelState state={stateOf(row, session.now)} />
          <Because row={row} />
        </>
      ),
    },
    {
      key: "event",
      name: t("messaging.lastEvent"),
      head: t("messaging.lastEvent"),
      cell: (row) => {
        const at = isSite(row) ? row.last_used_at : row.last_inbound_at;
        return at ? (
          <time dateTime={at} title={f.dateTime(at)}>
            {f.ago(at)}
          </time>
        ) : (
          t("messaging.waiting")
        );
      },
    },
    {
      key: "inbound",
      offTablet: true,
      name: t("messaging.inbound"),
      head: t("messaging.inbound"),
      className: "bc-inbound",
      slot: "none",
      cell: ofMessaging((row) => (
        <>
          <span className="sr">{t("messaging.inboundN", { n: sum(row.inbound_24h) })}</span>
          <Sparkline values={row.inbound_24h} />
        </>
      )),
    },
    {
      key: "availability",
      wide: true,
      name: t("messaging.availability"),
      head: t("messaging.availability"),
      numeric: true,
      cell: ofMessaging((row) => (
        <>
          {f.percent(row.availability)}
          {row.lag_median_s != null && (
            <small>{t("messaging.lag", { time: f.duration(row.lag_median_s * 1000) })}</small>
          )}
        </>
      )),
    },
    {
      key: "window",
      offTablet: true,
      name: t("messaging.window"),
      head: t("messaging.window"),
      cell: (row) =>
        !isSite(row) && row.window_hours ? (
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
      cell: (row) => (isSite(row) ? null : row.language) ?? bot.languages.join(f.comma),
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
      wide: true,
      name: t("messaging.queue"),
      head: t("messaging.queue"),
      numeric: true,
      cell: ofMessaging((row) => f.number(row.waiting)),
    },
    {
      key: "errors",
      name: t("messaging.errors"),
      head: t("messaging.errors"),
      numeric: true,
      cell: ofMessaging((row) => (
        <>
          <span className={row.errors_24h > 0 ? "bc-bad" : undefined}>{f.number(row.errors_24h)}</span>
          {row.failed > 0 && <small>{t("messaging.failedN", { n: row.failed })}</small>}
        </>
      )),
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
