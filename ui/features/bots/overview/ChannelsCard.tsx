/** The channels a bot answers on: how each is, when it last heard from a customer, and its conversations. */
import { Card } from "../../../components";
import { ChannelMark } from "../../../components/charts/ChannelMark";
import { ChannelState } from "../../../components/charts/ChannelState";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink } from "../../../page";
import type { Bot } from "../catalog/api";
import { addressOf } from "../layout/tab";
import type { BotFigures } from "./api";

type Channel = BotFigures["channels"][number];

/** The card; each channel leads to its conversations. */
export function ChannelsCard({ bot, channels }: { bot: Bot; channels: readonly Channel[] }) {
  const t = useText();
  return (
    <Card
      title={t("bot.tab.channels")}
      lead={t("overview.channelsLead")}
      aside={<PageLink to={addressOf(bot.id, "channels")}>{t("overview.allChannels")}</PageLink>}
    >
      {channels.length === 0 && <p className="quiet">{t("overview.noChannels")}</p>}
      <ul className="bch text-13">
        {channels.map((row) => (
          <Row key={row.channel} row={row} />
        ))}
      </ul>
    </Card>
  );
}

/** A channel with the state of the account that asks for most. */
function Row({ row: { channel, accounts, sessions, link } }: { row: Channel }) {
  const t = useText();
  const f = useFormat();
  const name = t(`channel.${channel}`); // i18n: channel.*
  const names = accounts.map((account) => account.name).join(f.comma);
  const state = accounts[0]?.state;
  const at = accounts
    .flatMap((account) => account.last_at ?? [])
    .toSorted()
    .at(-1);
  return (
    <li>
      <ChannelMark channel={channel} />
      <span>
        {name}
        {names && (
          <small title={names}>
            <bdi>{names}</bdi>
          </small>
        )}
      </span>
      {state && (
        <span>
          <ChannelState state={state} />
          {at && (
            <small>
              <time dateTime={at} title={f.dateTime(at)}>
                {f.ago(at)}
              </time>
            </small>
          )}
        </span>
      )}
      <span className="bch-n">
        {link ? (
          <PageLink to={link} aria-label={t("overview.openChannel", { channel: name, n: sessions })}>
            {f.number(sessions)}
          </PageLink>
        ) : (
          f.number(sessions)
        )}
      </span>
    </li>
  );
}
