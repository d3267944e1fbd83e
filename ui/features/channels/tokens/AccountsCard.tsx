/** The messaging accounts of a bot: their states, and the way to another. */
import { Card, Empty, MenuLink, Notice, PageLink, Pill, Trouble, useCan } from "../../../components";
import { FilterMenu } from "../../../components/filters";
import { Table } from "../../../components/Table";
import { ChannelMark } from "../../../components/charts/ChannelMark";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import type { channelsGrammar } from "./query";
import { CHANNELS, messagingApi, type Deployment } from "../messaging/api";
import { NewAccount } from "./NewAccount";
import "../../../components/table/table.css";

const TONES: Readonly<Record<string, "good" | "warn" | "bad" | undefined>> = {
  connected: "good",
  degraded: "warn",
  error: "bad",
};

/** The state of an account in a word. */
export function AccountState({ state }: { state: string }) {
  const t = useText();
  // i18n: messaging.s.*
  return <Pill {...(TONES[state] && { tone: TONES[state] })}>{t(`messaging.s.${state}`)}</Pill>;
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
      <Card
        id="accounts"
        title={t("messaging.accounts")}
        lead={t("messaging.accountsLead")}
        flush={rows.length > 0}
        aside={
          mayAdd && (
            <FilterMenu label={t("messaging.add")} value="">
              {CHANNELS.map((channel) => (
                <MenuLink key={channel} to={here({ add: channel, account: undefined })}>
                  {t(`messaging.c.${channel}`) /* i18n: messaging.c.* */}
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
        {rows.length > 0 && <Rows rows={rows} />}
      </Card>
      {query.add && mayAdd && <NewAccount key={query.add} bot={bot} channel={query.add} />}
    </>
  );
}

/** The accounts. */
function Rows({ rows }: { rows: readonly Deployment[] }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof channelsGrammar>();
  return (
    <div className="data-table">
      <Table
        caption={t("messaging.accounts")}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          {
            key: "account",
            head: t("messaging.account"),
            rowHead: true,
            className: "slot-name",
            cell: (row) => (
              <PageLink to={here({ account: row.id, add: undefined })}>
                <ChannelMark channel={row.channel} /> {t(`messaging.c.${row.channel}`)}{" "}
                <bdi dir="ltr">{row.account}</bdi>
              </PageLink>
            ),
          },
          {
            key: "state",
            head: t("messaging.state"),
            className: "slot-state",
            cell: (row) => (
              <>
                <AccountState state={row.state} /> {row.environment === "test" && <Pill>{t("messaging.e.test")}</Pill>}
              </>
            ),
          },
          {
            key: "inbound",
            head: t("messaging.lastInbound"),
            className: "slot-fact",
            cell: (row) => (row.last_inbound_at ? f.dateTime(row.last_inbound_at) : t("messaging.waiting")),
          },
          {
            key: "outlet",
            head: t("messaging.outlet"),
            className: "slot-fact wide",
            cell: (row) => <bdi>{row.outlet?.name ?? t("messaging.noOutlet")}</bdi>,
          },
          {
            key: "failed",
            head: t("messaging.failed"),
            numeric: true,
            className: "slot-fact",
            cell: (row) => (
              <>
                <i className="fact-name">{t("messaging.failed")}</i>
                {f.number(row.failed)}
              </>
            ),
          },
        ]}
      />
    </div>
  );
}
