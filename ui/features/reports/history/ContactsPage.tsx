/** The people behind a number of users: everybody with an engaged session in the range. */
import { Avatar, Card, Empty, LinkButton, Notice, PageHead, ProblemNotice, Segments } from "../../../components";
import { Chip } from "../../../components/filters";
import { Table, type Column } from "../../../components/Table";
import { ChannelMark } from "../../../components/charts/ChannelMark";
import { SwitchLink } from "../../../components/SwitchLink";
import { useFormat, useText } from "../../../lib/i18n";
import { sortBy } from "../../../lib/sort";
import { later, PageLink, usePage } from "../../../page";
import { conversationsApi } from "./api";
import { Clipped } from "../filters/Clipped";
import { Gone } from "../filters/Gone";
import { Pages } from "../filters/Pages";
import type { contactsGrammar } from "./query";
import { FIRST, RangeMenu } from "../filters/RangeMenu";
import { SIZES, type ContactPage, type ListedContact } from "./types";

// A link, which works as the server wrote it.
const OfferLink = later(() => import("../filters/OfferLink"), "OfferLink");
const KINDS = ["", "new", "returning"] as const;

/** The page in each of its states. */
export default function ContactsPage() {
  const t = useText();
  const f = useFormat();
  const { query, url, here } = usePage<typeof contactsGrammar>();
  const { data, error, refetch } = conversationsApi.useContactsQuery(query);
  if (!data) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : null;
  const measured = query.data === "measured";
  return (
    <>
      <PageHead
        title={t("conversations.people")}
        lead={[t("conversations.nPeople", { n: data.total }), f.range(data.range.from, data.range.to), data.zone].join(
          " · ",
        )}
        actions={
          <>
            {data.total > 0 && <OfferLink segment={url}>{t("conversations.makeOffer")}</OfferLink>}
            <SwitchLink on={measured} to={here({ ...FIRST, data: measured ? "all" : undefined })}>
              {t("conversations.onlyMeasured")}
            </SwitchLink>
          </>
        }
      />
      <div className="lf">
        <RangeMenu label={t("conversations.range")} range={data.range} action="/reports/contacts" />
        <Segments
          label={t("conversations.peopleKind")}
          items={KINDS.map((kind) => ({
            label: t(`conversations.pk.${kind || "all"}`), // i18n: conversations.pk.*
            to: here({ ...FIRST, is: kind || undefined }),
            current: query.is === kind,
          }))}
        />
        {data.places.map((place) => (
          <Chip
            key={place.id}
            label={t("conversations.outlet")}
            value={place.name}
            removeTo={here({ ...FIRST, out: query.out.filter((key) => key !== `${place.kind}:${place.id}`) })}
          />
        ))}
      </div>
      <Gone gone={data.gone} bot={query.bot} out={query.out} to={(rest) => here({ ...FIRST, ...rest })} />
      <Clipped clipped={data.clipped} />
      {data.excluded.estimated > 0 && (
        <Notice
          tone="quiet"
          icon="info"
          title={t("conversations.estimatedLeft", { n: data.excluded.estimated })}
          actions={
            <LinkButton to={here({ ...FIRST, data: "all" })} size="s">
              {t("conversations.showEstimated")}
            </LinkButton>
          }
        />
      )}
      {data.items.length === 0 ? (
        <Empty
          icon="users"
          title={t("conversations.noPeople")}
          actions={<LinkButton to={here({ r: "all", ...FIRST })}>{t("conversations.showAllPeople")}</LinkButton>}
        >
          {t("conversations.noPeopleText", { from: f.date(data.range.from), to: f.date(data.range.to) })}
        </Empty>
      ) : (
        <People data={data} />
      )}
    </>
  );
}

/** The table, its pages and how fresh it is. */
function People({ data }: { data: ContactPage }) {
  const t = useText();
  const f = useFormat();
  const { query, url, here } = usePage<typeof contactsGrammar>();
  const sort = (key: "sessions" | "first" | "last") =>
    sortBy(query.sort, key, (sort) => here({ ...FIRST, sort }), "desc");
  const when = (at: string) => (
    <time dateTime={at}>
      {f.day(at, data.zone)} <b>{f.time(at, data.zone)}</b>
    </time>
  );
  const open = (row: ListedContact) => {
    const list = new URLSearchParams(url.split("?")[1]);
    for (const key of ["is", "sort", "page", "per"]) list.delete(key);
    // The list's own range has today, which these people were not counted in.
    list.set("r", query.r);
    list.set("contact", row.id);
    list.set("is", "engaged");
    return `/reports/conversations?${list.toString()}`;
  };
  const columns: Column<ListedContact>[] = [
    {
      key: "contact",
      head: t("conversations.contact"),
      rowHead: true,
      className: "k-who",
      cell: (row) => (
        <>
          <Avatar name={row.name} size={20} />
          <PageLink to={open(row)}>{row.name || t("conversations.nameless")}</PageLink>
          {row.last4 && (
            <bdi dir="ltr" className="l4">
              •{row.last4}
            </bdi>
          )}
          {row.new && " "}
          {row.new && <em className="new">{t("conversations.newPerson")}</em>}
        </>
      ),
    },
    {
      key: "channels",
      head: t("conversations.channel"),
      className: "k-ch",
      cell: (row) =>
        row.channels.map((channel) => (
          <span key={channel}>
            <ChannelMark channel={channel} /> {t(`channel.${channel}`) /* i18n: channel.* */}
          </span>
        )),
    },
    {
      key: "sessions",
      head: t("conversations.sessions"),
      sort: sort("sessions"),
      numeric: true,
      className: "k-n",
      cell: (row) => (
        <>
          <span>{f.number(row.sessions)}</span>
          <i>{t("conversations.nSessions", { n: row.sessions })}</i>
        </>
      ),
    },
    {
      key: "first",
      head: t("conversations.firstSession"),
      sort: sort("first"),
      className: "k-when k-first",
      cell: (row) => when(row.first_at),
    },
    {
      key: "last",
      head: t("conversations.lastSession"),
      sort: sort("last"),
      className: "k-when",
      cell: (row) => when(row.last_at),
    },
    {
      key: "timeline",
      head: <span className="sr">{t("conversations.timeline")}</span>,
      className: "k-end",
      cell: (row) => <PageLink to={`/reports/contacts/${row.id}`}>{t("conversations.timeline")}</PageLink>,
    },
  ];
  return (
    <>
      <Card className="cards" flush>
        <Table caption={t("conversations.people")} rows={data.items} rowKey={(row) => row.id} columns={columns} />
      </Card>
      <Pages data={data} sizes={SIZES} />
      <p className="ft">
        <span>{t("conversations.asOf", { time: f.dateTime(data.as_of, data.zone) })}</span>
        {data.masked && <span>{t("conversations.masked")}</span>}
      </p>
    </>
  );
}
