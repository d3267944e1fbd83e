/** Where people reach a bot, websites and messaging accounts: their states, and the way to another. */
import { Card, Empty, MenuLink, Notice, PageLink, Trouble, useCan } from "../../../components";
import { FilterMenu } from "../../../components/filters";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import type { channelsGrammar } from "./query";
import { MESSAGING_CHANNELS } from "../../../lib/channels";
import { messagingApi, type Deployment } from "../messaging/api";
import { ChannelState } from "../../../components/charts/ChannelState";
import { tokensApi } from "./api";
import { AccountRows, stateOf, type Account } from "./AccountRows";
import { DeliveryCards } from "./DeliveryCards";
import { NewAccount } from "./NewAccount";

/** The states in the order that the line above the table has them. */
const STATES = ["connected", "degraded", "error", "verified", "unverified", "disabled"] as const;

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
  const result = messagingApi.useDeploymentsQuery(bot.id, { skip: !can("read", "Deployment") });
  const tokens = tokensApi.useTokensQuery(bot.id, { skip: !can("read", "Token") });
  const rows = result.data?.items ?? [];
  const sites = tokens.data?.items.filter(({ kind }) => kind === "web") ?? [];
  const all = [...sites, ...rows];
  const isInUse = bot.state !== "archived";
  const mayAdd = isInUse && can("create", "Deployment");
  const mayAddSite = isInUse && can("create", "Token");
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
      {all.length > 0 && <Now rows={rows} all={all} />}
      <Card
        id="accounts"
        title={t("messaging.accounts")}
        lead={t("messaging.accountsLead")}
        flush={all.length > 0}
        aside={
          (mayAdd || mayAddSite) && (
            <FilterMenu label={t("messaging.add")} value="">
              {mayAddSite && (
                <MenuLink to={`${here({ add: undefined, account: undefined })}#new-token`}>{t("channel.web")}</MenuLink>
              )}
              {mayAdd &&
                MESSAGING_CHANNELS.map((channel) => (
                  <MenuLink key={channel} to={here({ add: channel, account: undefined })}>
                    {t(`channel.${channel}`) /* i18n: channel.* */}
                  </MenuLink>
                ))}
            </FilterMenu>
          )
        }
      >
        <Trouble of={result} />
        <Trouble of={tokens} />
        {(result.data ?? tokens.data) && all.length === 0 && (
          <Empty icon="message-circle" title={t("messaging.none")}>
            {t("messaging.noneText")}
          </Empty>
        )}
        {all.length > 0 && <AccountRows rows={all} bot={bot} />}
      </Card>
      {rows.length > 0 && <DeliveryCards bot={bot} />}
      {query.add && mayAdd && <NewAccount key={query.add} bot={bot} channel={query.add} />}
    </>
  );
}

/** How many accounts are in each state, and what waits to be sent. */
function Now({ rows, all }: { rows: readonly Deployment[]; all: readonly Account[] }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const waiting = rows.reduce((sum, row) => sum + row.waiting, 0);
  const open = rows.reduce((sum, row) => sum + row.people_open, 0);
  return (
    <p className="bc-now text-13">
      <strong>{t("messaging.now")}</strong>
      {STATES.map((state) => [state, all.filter((row) => stateOf(row, session.now) === state).length] as const)
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
      {rows.length > 0 && (
        <span>
          {t("messaging.queued")} <b>{f.number(waiting)}</b>
        </span>
      )}
    </p>
  );
}
