/** What is worth knowing before the call: conversations, offers, the last service, consents, language and best time. */
import { Card, PageLink } from "../../components";
import { Facts } from "../../components/Facts";
import { ChannelMark } from "../../components/charts/ChannelMark";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { leadsApi } from "./api";
import type { Briefing } from "./types";

/** The card; nothing where nothing is known. */
export function BeforeCall({ id }: { id: string }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const { data } = leadsApi.useLeadBriefingQuery(id);
  if (!data) return null;
  const { language, conversations, offers, service, consents, best_time: best } = data;
  const hour = (value: number) => `${String(value).padStart(2, "0")}:00`;
  const facts: (readonly [string, React.ReactNode] | false)[] = [
    best !== null && [
      t("lead.bestTime"),
      <span key="b">
        <bdi dir="ltr">{`${hour(best.from_hour)}–${hour(best.to_hour)}`}</bdi>{" "}
        <span className="quiet">
          {t(`lead.best.${best.basis}`, { n: best.n, of: best.of }) /* i18n: lead.best.* */}
        </span>
      </span>,
    ],
    language !== "" && [
      t("lead.language"),
      new Intl.DisplayNames(session.locale, { type: "language" }).of(language) ?? language,
    ],
    consents.length > 0 && [t("lead.mayWrite"), <Consents key="c" consents={consents} />],
    service !== null && [
      t("lead.lastService"),
      <span key="s">
        {f.date(service.day)}{" "}
        <span className="quiet">
          {[
            service.labels[session.locale] || service.labels.en || service.type,
            service.odometer_km !== null && t("lead.km", { n: f.number(service.odometer_km) }),
            service.outlet,
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>,
    ],
  ];
  const known = facts.filter((fact) => fact !== false);
  if (known.length === 0 && conversations.length === 0 && offers.length === 0) return null;
  return (
    <Card title={t("lead.before")} className="ld-before">
      <Events title={t("lead.lastConversations")} events={conversations} />
      <Events title={t("lead.offers")} events={offers} />
      {known.length > 0 && <Facts items={known} />}
    </Card>
  );
}

/** The newest of one kind, each with its day. */
function Events({ title, events }: { title: string; events: Briefing["conversations"] }) {
  const t = useText();
  const f = useFormat();
  if (events.length === 0) return null;
  return (
    <>
      <h3 className="small quiet">{title}</h3>
      <ul className="plain">
        {events.map((event) => (
          <li key={event.id}>
            <ChannelMark channel={event.lane} />
            <PageLink to={event.link ?? ""}>
              <bdi>{event.title || t("lead.untitled")}</bdi>
            </PageLink>
            <span className="quiet small">
              {f.dateTime(event.at)}
              {event.detail && (
                <>
                  {" · "}
                  <bdi>{event.detail}</bdi>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The channels that the customer agreed to, then those that they refused. */
function Consents({ consents }: { consents: Briefing["consents"] }) {
  const t = useText();
  const f = useFormat();
  // i18n: channel.*
  const of = (state: string) =>
    consents.filter((row) => row.state === state).map(({ channel }) => t(`channel.${channel}`));
  const [agreed, refused] = [of("opted_in"), of("opted_out")];
  return (
    <>
      {agreed.join(f.comma)}{" "}
      {refused.length > 0 && <span className="quiet">{t("lead.notBy", { channels: refused.join(f.comma) })}</span>}
    </>
  );
}
