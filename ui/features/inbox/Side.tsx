/** The list at the side: with me, waiting with the longest first, with others; or what is over. */
import { Fragment } from "react";
import { Avatar, Can, Empty, Icon, PageLink, Tabs, Trouble } from "../../components";
import { todayIn } from "../../components/dates/days";
import { useFormat, useText } from "../../lib/i18n";
import { path } from "../../lib/path";
import { later, usePage } from "../../page";
import { accepted as acceptedOf, inboxApi, type ListArgs } from "./api";
import { Due } from "./Due";
import { listParameters, LISTS, type inboxGrammar } from "./query";
import { INBOX, type Handoff, type HandoffPage } from "./types";

// What only presses need comes after the page.
const Desk = later(() => import("./Desk"), "Desk");
const Filters = later(() => import("./Filters"), "Filters");

interface Props {
  /** Which of them is open. */
  open: string | undefined;
  now: number;
}

/** Title, the lists there are, and the one that is chosen. */
export function Side({ open, now }: Props) {
  const t = useText();
  const { query } = usePage<typeof inboxGrammar>();
  const Title = open ? "h2" : "h1";
  const { state, page, queue, outlet } = query;
  const listArgs: ListArgs = state === "open" ? acceptedOf(query) : { state, page, queue, outlet };
  const { data } = inboxApi.useHandoffsQuery(listArgs);
  const counts = data?.counts ?? {};
  const count = { open: (counts.requested ?? 0) + (counts.accepted ?? 0), call_back: counts.call_back ?? 0 };
  return (
    <aside className="tk-side" aria-label={t("inbox.list")}>
      <header>
        <div className="ib-title row apart">
          <Title>{t("inbox.title")}</Title>
          <Can I="update" a="Inbox">
            <Desk />
          </Can>
        </div>
        <Tabs
          label={t("inbox.lists")}
          items={LISTS.map((state) => ({
            label: t(`inbox.tab.${state}`), // i18n: inbox.tab.*
            to: path(INBOX, listParameters({ ...query, state })),
            current: query.state === state,
            ...(data && (state === "open" || state === "call_back") && { count: count[state] }),
          }))}
        />
        <Filters of={data} />
      </header>
      {state === "open" ? <Open open={open} now={now} /> : <Over list={listArgs} open={open} now={now} />}
    </aside>
  );
}

/** What is going on: mine first, then who waits, then what others have. */
function Open({ open, now }: Props) {
  const t = useText();
  const { query, session } = usePage<typeof inboxGrammar>();
  const { page, queue, outlet } = query;
  const accepted = inboxApi.useHandoffsQuery(acceptedOf(query));
  const requested = inboxApi.useHandoffsQuery({ state: "requested", page, queue, outlet });
  const me = session.user?.id;
  const taken = accepted.data?.items ?? [];
  const mine = taken.filter(({ agent }) => agent?.id === me);
  const offered = taken.filter(({ agent }) => agent?.id !== me && agent?.available === false);
  const others = taken.filter(({ agent }) => agent?.id !== me && agent?.available !== false);
  const counts = accepted.data?.counts ?? {};
  const nothing = accepted.data && requested.data && accepted.data.total === 0 && requested.data.total === 0;
  return (
    <>
      <Trouble of={accepted} />
      {!accepted.error && <Trouble of={requested} />}
      {nothing && (
        <Empty icon="inbox" title={t("inbox.noneTitle")}>
          {t("inbox.noneText")}
        </Empty>
      )}
      <Group
        label={t("inbox.mine")}
        count={queue || outlet ? mine.length : counts.mine}
        items={mine}
        open={open}
        now={now}
      />
      <Group
        label={t("inbox.waiting")}
        count={requested.data?.total ?? undefined}
        note={t("inbox.longestFirst")}
        items={requested.data?.items ?? []}
        open={open}
        now={now}
      />
      <More of={requested.data} />
      <Group label={t("inbox.offered")} count={offered.length} items={offered} open={open} now={now} />
      <Group
        label={t("inbox.others")}
        count={queue || outlet ? others.length : (counts.accepted ?? 0) - (counts.mine ?? 0) - offered.length}
        items={others}
        open={open}
        now={now}
      />
    </>
  );
}

/** What is over, the newest first. */
function Over({ list, open, now }: Props & { list: ListArgs }) {
  const t = useText();
  const result = inboxApi.useHandoffsQuery(list);
  return (
    <>
      <Trouble of={result} />
      {result.data?.total === 0 && (
        <Empty icon="inbox" title={t(`inbox.no.${list.state}`) /* i18n: inbox.no.* */}></Empty>
      )}
      <Group label={t(`inbox.tab.${list.state}`)} items={result.data?.items ?? []} open={open} now={now} />
      <More of={result.data} />
    </>
  );
}

/** Some of them below their heading; nothing where there are none. */
function Group({
  label,
  count,
  note,
  items,
  ...rest
}: Props & { label: string; count?: number | undefined; note?: string; items: readonly Handoff[] }) {
  const f = useFormat();
  if (items.length === 0) return null;
  return (
    <nav aria-label={label} className="ib-group">
      <h2>
        <b>{label}</b> {count !== undefined && f.number(count)}
        {note && <span>{note}</span>}
      </h2>
      <ul>
        {items.map((handoff) => (
          <li key={handoff.id}>
            <Row handoff={handoff} {...rest} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** One of them: who, what was said last, since when, how long there is, by what channel and with which bot. */
function Row({ handoff, open, now }: Props & { handoff: Handoff }) {
  const t = useText();
  const f = useFormat();
  const { query, session } = usePage<typeof inboxGrammar>();
  const { contact, state } = handoff;
  const at = state === "requested" || state === "call_back" ? handoff.waiting_since : handoff.said_at;
  const today = todayIn(session.zone, new Date(now).toISOString()) === todayIn(session.zone, at);
  return (
    <PageLink
      to={path(`${INBOX}/${handoff.id}`, listParameters(query))}
      className="tk-row ib-row"
      aria-current={handoff.id === open ? "page" : undefined}
    >
      <Avatar name={contact.name} size={32} />
      <b>
        <bdi>{contact.name || t("inbox.nobody")}</bdi>
      </b>
      <time dateTime={at}>
        {state === "requested"
          ? f.duration(Math.max(0, Math.floor((now - Date.parse(at)) / 60_000)) * 60_000 || 60_000)
          : today
            ? f.time(at)
            : f.day(at)}
      </time>
      <span className="ib-last">
        <bdi>{handoff.last_text}</bdi>
      </span>
      <Due handoff={handoff} now={now} />
      <span className="ib-of flex gap-4 dim">
        <Icon name={handoff.channel === "web" ? "globe" : "message-circle"} size={14} />
        <span>
          <bdi>{handoff.bot.name}</bdi>
          {[handoff.queue, handoff.outlet?.name].filter(Boolean).map((part) => (
            <Fragment key={part}>
              {" · "}
              <bdi>{part}</bdi>
            </Fragment>
          ))}
          {handoff.agent && handoff.agent.id !== session.user?.id && (
            <>
              {" · "}
              <bdi>{handoff.agent.name}</bdi>
            </>
          )}
        </span>
      </span>
    </PageLink>
  );
}

/** Forward and back in a list that is longer. */
function More({ of }: { of: HandoffPage | undefined }) {
  const t = useText();
  const { here } = usePage<typeof inboxGrammar>();
  if (!of?.previous && !of?.next) return null;
  return (
    <p className="tk-more">
      {of.previous ? <PageLink to={here({ page: of.previous })}>{t("common.previous")}</PageLink> : <span />}
      {of.next && <PageLink to={here({ page: of.next })}>{t("common.next")}</PageLink>}
    </p>
  );
}
