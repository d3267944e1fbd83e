/** One contact: what happened with the person on every channel, and at the workshop. */
import { Avatar, Can, Card, Empty, LinkButton, Notice, PageHead, ProblemNotice } from "../../../components";
import { Table, type Column } from "../../../components/Table";
import { useFormat, useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { later, PageLink, usePage } from "../../../page";
import { Pages } from "../filters/Pages";
import { toggled } from "../filters/values";
import { FIRST } from "../filters/RangeMenu";
import { timelineApi, type Timeline, type TimelineEvent } from "./api";
import { Lanes } from "./Lanes";
import { listOf, SIZES, type timelineGrammar } from "./query";
import { LaneMark, laneText, State, titleText } from "./words";
import "./timeline.css";

const ForgetSheet = later(() => import("./ForgetSheet"), "ForgetSheet");

/** The page in each of its states. */
export default function TimelinePage() {
  const t = useText();
  const { params, query, here } = usePage<typeof timelineGrammar, "id">();
  const { data, error, refetch } = timelineApi.useTimelineQuery(listOf(params.id, query));
  if (!data) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : null;
  const { contact } = data;
  return (
    <>
      <PageHead
        back={{ to: "/reports/contacts", label: t("conversations.people") }}
        title={
          <>
            <Avatar name={contact.name} /> {contact.name || t("conversations.nameless")}
          </>
        }
        lead={[
          contact.last4 && `•${contact.last4}`,
          contact.contacts > 1 && t("timeline.contacts", { n: contact.contacts }),
          data.zone,
        ]
          .filter(Boolean)
          .join(" · ")}
        actions={
          <>
            <LinkButton
              to={path("/reports/conversations", { r: "all", data: "all", contact: contact.id })}
              icon="messages-square"
            >
              {t("timeline.conversations")}
            </LinkButton>
            {!contact.forgetting && (
              <Can I="delete" a="Conversation">
                <LinkButton to={here({ forget: true })} variant="danger">
                  {t("timeline.forget")}
                </LinkButton>
              </Can>
            )}
          </>
        }
      />
      {contact.forgetting && <Notice tone="warn">{t("timeline.forgetting")}</Notice>}
      {query.forget && !contact.forgetting && <ForgetSheet id={contact.id} to={here({ forget: false })} />}
      <nav className="lf" aria-label={t("timeline.lanes")}>
        {data.lanes.map(({ id, count }) => (
          <PageLink
            key={id}
            className={query.lane.includes(id) ? "chip tint" : "chip"}
            to={here({ ...FIRST, lane: toggled(query.lane, id) })}
            aria-current={query.lane.includes(id) ? "true" : undefined}
          >
            <LaneMark lane={id} /> {laneText(id, t)} <b>{count}</b>
          </PageLink>
        ))}
      </nav>
      {data.items.length === 0 ? (
        <Empty
          icon="history"
          title={t("timeline.noneTitle")}
          actions={
            query.lane.length > 0 && (
              <LinkButton to={here({ lane: undefined, ...FIRST })}>{t("timeline.all")}</LinkButton>
            )
          }
        >
          {t("timeline.noneText")}
        </Empty>
      ) : (
        <Events data={data} />
      )}
    </>
  );
}

/** The picture and the table of a page of events. */
function Events({ data }: { data: Timeline }) {
  const t = useText();
  const f = useFormat();
  const columns: Column<TimelineEvent>[] = [
    {
      key: "when",
      head: t("timeline.when"),
      className: "k-when",
      cell: (event) => (
        <time dateTime={event.at} title={event.estimated ? t("conversations.estimatedTime") : undefined}>
          {event.estimated && "≈ "}
          {event.kind === "session" ? f.dateTime(event.at, data.zone) : f.date(event.at, data.zone)}
        </time>
      ),
    },
    {
      key: "lane",
      head: t("timeline.lane"),
      className: "k-ch",
      cell: (event) => (
        <>
          <LaneMark lane={event.lane} /> {laneText(event.lane, t)}
        </>
      ),
    },
    {
      key: "event",
      head: t("timeline.event"),
      rowHead: true,
      className: "k-who tl-title",
      cell: (event) => {
        const title = <bdi>{titleText(event, t)}</bdi>;
        return event.link ? <PageLink to={event.link}>{title}</PageLink> : title;
      },
    },
    { key: "state", head: t("timeline.result"), className: "k-end", cell: (event) => <State event={event} t={t} /> },
    { key: "by", head: t("timeline.by"), className: "k-bot", cell: (event) => event.detail || f.number(null) },
  ];
  return (
    <>
      <Card title={t("timeline.title")} lead={t("timeline.nEvents", { n: data.total })} className="tl-card">
        <Lanes data={data} />
      </Card>
      <Card className="cards" flush>
        <Table
          caption={t("timeline.events")}
          rows={data.items}
          rowKey={(event) => event.kind + event.id}
          columns={columns}
        />
      </Card>
      <Pages data={data} sizes={SIZES} />
      <p className="ft">
        <span>{t("conversations.asOf", { time: f.dateTime(data.as_of, data.zone) })}</span>
        {data.masked && <span>{t("conversations.masked")}</span>}
      </p>
    </>
  );
}
