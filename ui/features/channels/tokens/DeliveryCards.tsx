/** How messages of a bot's accounts go out, and what arrived and was not accepted: the last 24 hours. */
import { Card, PageLink } from "../../../components";
import { Facts } from "../../../components/Facts";
import { ChannelMark } from "../../../components/charts/ChannelMark";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import { messagingApi, type Delivery } from "../messaging/api";
import type { channelsGrammar } from "./query";

/** Both cards, beside each other where there is room. */
export function DeliveryCards({ bot }: { bot: Bot }) {
  const { data } = messagingApi.useDeliveryQuery(bot.id);
  if (!data) return null;
  return (
    <div className="bc-day">
      <DeliveryCard data={data} />
      <RefusedCard refused={data.refused} />
    </div>
  );
}

/** How fast messages go out, and how many arrive. */
function DeliveryCard({ data }: { data: Delivery }) {
  const t = useText();
  const f = useFormat();
  const share = (n: number) =>
    data.sent > 0
      ? t("messaging.d.of", { share: f.percent((n / data.sent) * 100), n: f.number(data.sent) })
      : f.number(null);
  const duration = (seconds: number | null | undefined) => f.duration(seconds == null ? null : seconds * 1000);
  return (
    <Card title={t("messaging.d.title")} lead={t("messaging.d.lead")}>
      <Facts
        items={[
          [t("messaging.d.lag"), duration(data.lag_median_s)],
          [t("messaging.d.slowest"), duration(data.lag_slowest_s)],
          [t("messaging.d.median"), duration(data.median_s)],
          [t("messaging.d.slowest"), duration(data.slowest_s)],
          [t("messaging.d.delivered"), share(data.delivered)],
          [t("messaging.d.read"), share(data.read)],
          [
            t("messaging.d.failed"),
            <span key="failed" className={data.failed > 0 ? "bc-bad" : undefined}>
              {f.number(data.failed)}
            </span>,
          ],
        ]}
      />
    </Card>
  );
}

/** The reasons, the latest first, each leading to the account's requests. */
function RefusedCard({ refused }: { refused: Delivery["refused"] }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof channelsGrammar>();
  return (
    <Card title={t("messaging.d.refused")} lead={t("messaging.d.lead")} foot={t("messaging.d.kept")}>
      {refused.length === 0 ? (
        <p className="quiet">{t("messaging.d.allAccepted")}</p>
      ) : (
        <ul className="bc-requests text-13">
          {refused.map((row) => (
            <li key={`${row.id}${row.state}${row.reason}`}>
              <ChannelMark channel={row.channel} />
              <span>
                {
                  row.reason
                    ? t(`messaging.why.${row.reason}`) /* i18n: messaging.why.* */
                    : t(`messaging.r.${row.state}`) /* i18n: messaging.r.* */
                }
                <small>
                  <bdi dir="ltr">{row.account}</bdi> · {t("messaging.d.requests", { n: row.requests })} ·{" "}
                  <time dateTime={row.at}>{f.dateTime(row.at)}</time>
                </small>
              </span>
              <PageLink
                to={`${here({ account: row.id, add: undefined, events: row.state })}#events`}
                aria-label={t("messaging.d.openOf", { account: row.account })}
              >
                {t("messaging.d.open")}
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
