/** Sessions and people in cards, over one of three ranges. */
import { Card, PageHead, Trouble } from "../../../components";
import { ChannelMark } from "../../../components/charts/ChannelMark";
import { Delta } from "../../../components/charts/Delta";
import { Gauge } from "../../../components/charts/Gauge";
import { LineChart } from "../../../components/charts/LineChart";
import { total, twinOf, type Bucket, type Series } from "../../../components/charts/series";
import { TableTwin } from "../../../components/charts/TableTwin";
import { Meter } from "../../../components/data/Meter";
import { Stat, Stats } from "../../../components/data/Stat";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink, usePage } from "../../../page";
import { cardsApi } from "./api";
import type { analyticsGrammar } from "./query";
import { Parts, Ranges, Sample } from "./pieces";
import type { Analytics } from "./types";
import "./cards.css";

/** The page. */
export default function AnalyticsPage() {
  const t = useText();
  const f = useFormat();
  const { query } = usePage<typeof analyticsGrammar>();
  const answer = cardsApi.useAnalyticsQuery({ r: query.r });
  const { data } = answer;
  return (
    <>
      <PageHead
        title={t("cards.analytics")}
        lead={data && t(data.counted ? "cards.countedHere" : "cards.allSample", { day: f.date(data.as_of) })}
        actions={<Ranges />}
      />
      <Trouble of={answer} />
      {data && (
        <>
          <Figures data={data} />
          <div className="grid12">
            <Traffic data={data} />
            <Support data={data} />
            <Sessions data={data} />
            <Channels data={data} />
            <People data={data} />
          </div>
        </>
      )}
    </>
  );
}

/** "5.2%" of a text with a sign, as a number; a dash is none. */
const signed = (text: string) => (/^[+-]/.test(text) ? Number.parseFloat(text) : null);
/** The number of a share written as text. */
const share = (text: string) => (text.endsWith("%") ? Number.parseFloat(text) : null);

/** A change in percent. */
function Change({ value }: { value: number | null }) {
  const t = useText();
  const f = useFormat();
  return (
    <Delta
      value={value}
      text={f.percent(value === null ? null : Math.abs(value))}
      spoken={t((value ?? 0) > 0 ? "cards.up" : "cards.down")}
    />
  );
}

/** Four figures, each with its course. */
function Figures({ data }: { data: Analytics }) {
  const t = useText();
  const f = useFormat();
  const { avg_sessions: sessions } = data;
  return (
    <Stats label={t("cards.figures")}>
      <Stat
        label={t("cards.sessions")}
        value={f.number(data.days ? sessions.sessions : null)}
        delta={<Change value={signed(sessions.growth)} />}
        note={t("cards.before")}
        spark={data.traffic}
        {...(data.counted && { to: "/reports/dashboard" })}
      />
      <Stat
        label={t("cards.activeUsers")}
        value={f.number(data.days ? sessions.users : null)}
        note={t("cards.different")}
        spark={data.active_users}
      />
      <Stat
        label={t("cards.subscribers")}
        value={f.number(data.subscribers.figure)}
        note={<Sample />}
        spark={data.subscribers.data}
      />
      <Stat
        label={t("cards.newsletter")}
        value={f.number(data.newsletter.figure)}
        note={<Sample />}
        spark={data.newsletter.data}
      />
    </Stats>
  );
}

/** Sessions by day or week. */
function Traffic({ data }: { data: Analytics }) {
  const t = useText();
  const f = useFormat();
  const every = Math.max(1, Math.ceil(data.starts.length / 7));
  const title = t(`cards.traffic.${data.g}`); // i18n: cards.traffic.*
  const buckets: Bucket[] = data.starts.map((day, index) => ({
    key: day,
    label: f.date(day),
    ...((data.starts.length - 1 - index) % every === 0 && { tick: f.day(day) }),
  }));
  const series: Series[] = [{ key: "sessions", name: t("cards.sessions"), tone: 1, values: data.traffic }];
  const number = (value: number | null) => f.number(value);
  const summary = t("cards.trafficSum", {
    n: total(data.traffic) ?? 0,
    top: f.number(Math.max(0, ...data.traffic.map(Number))),
  });
  return (
    <Card className="col-8" title={title} aside={data.counted ? undefined : <Sample />}>
      <LineChart label={title} summary={summary} buckets={buckets} series={series} number={number} area="under" />
      <TableTwin
        {...twinOf(buckets, series, number, {
          summary: t("cards.asTable"),
          caption: title,
          when: t("cards.when"),
          previous: "",
        })}
      />
    </Card>
  );
}

/** Sessions that needed a person, and what of them is done. */
function Support({ data }: { data: Analytics }) {
  const t = useText();
  const f = useFormat();
  const { totalTicket, newTicket, openTicket, responseTime } = data.support_tracker;
  const done = totalTicket ? Math.max(0, Math.round((100 * (totalTicket - openTicket)) / totalTicket)) : null;
  return (
    <Card className="col-4" title={t("cards.support")} aside={data.counted ? undefined : <Sample />}>
      <div className="gauge-place">
        <Gauge
          label={t("cards.closed")}
          value={done}
          max={100}
          text={f.percent(done, 0)}
          ends={[f.percent(0, 0), f.percent(100, 0)]}
          tone={4}
        />
      </div>
      <dl className="tiles">
        {(
          [
            ["tickets", f.number(totalTicket)],
            ["newTickets", f.number(newTicket)],
            ["openTickets", f.number(openTicket)],
            ["response", responseTime],
          ] as const
        ).map(([key, value]) => (
          <div key={key}>
            <dt>{t(`cards.${key}`) /* i18n: cards.tickets cards.newTickets cards.openTickets cards.response */}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** What came of sessions, each as a share. */
function Sessions({ data }: { data: Analytics }) {
  const t = useText();
  const f = useFormat();
  const { goal, retention, users, sessions } = data.avg_sessions;
  const { days } = data;
  return (
    <Card className="col-4" title={t("cards.average")} aside={data.counted ? undefined : <Sample />}>
      <p className="one-figure">
        <b>{f.number(days ? sessions / days : null, { digits: 1 })}</b>{" "}
        <span className="quiet">{t("cards.perDay", { n: days })}</span>
      </p>
      <div className="stack">
        <Meter label={t("cards.goal")} value={share(goal) ?? 0} max={100} text={f.percent(share(goal))} />
        <Meter
          label={t("cards.retention")}
          value={share(retention) ?? 0}
          max={100}
          text={f.percent(share(retention))}
          tone={4}
        />
        <p className="row between">
          <span className="quiet">{t("cards.perPerson")}</span>
          <b>{f.number(users ? sessions / users : null, { digits: 2 })}</b>
        </p>
      </div>
    </Card>
  );
}

/** Sessions by channel. */
function Channels({ data }: { data: Analytics }) {
  const t = useText();
  const f = useFormat();
  // i18n: channel.*
  const parts = data.devices.map((device, index) => ({
    key: device.channel,
    tone: index + 1,
    label: t(`channel.${device.channel}`),
    name: (
      <>
        <ChannelMark channel={device.channel} /> {t(`channel.${device.channel}`)}
      </>
    ),
    value: device.usage,
    text: f.percent(device.usage),
    aside: <Change value={device.upDown} />,
  }));
  return (
    <Card
      className="col-4"
      title={t("cards.channels")}
      aside={data.counted ? <PageLink to="/reports/dashboard">{t("cards.report")}</PageLink> : <Sample />}
    >
      <Parts label={t("cards.channels")} parts={parts} />
    </Card>
  );
}

/** People by whether they had been here before. */
function People({ data }: { data: Analytics }) {
  const t = useText();
  const f = useFormat();
  // i18n: cards.kind.*
  const parts = data.customers.map(({ kind, result }, index) => ({
    key: kind,
    tone: index + 1,
    label: t(`cards.kind.${kind}`),
    name: t(`cards.kind.${kind}`),
    value: result,
    text: f.number(result),
  }));
  return (
    <Card className="col-4" title={t("cards.customers")} aside={data.counted ? undefined : <Sample />}>
      <p className="one-figure">
        <b>{f.number(parts.reduce((sum, part) => sum + part.value, 0))}</b>{" "}
        <span className="quiet">{t("cards.people")}</span>
      </p>
      <Parts label={t("cards.customers")} parts={parts} />
    </Card>
  );
}
