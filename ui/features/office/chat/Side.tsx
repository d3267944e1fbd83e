/** The lists at the side: conversations, people, and what a search finds in both and in what was said. */
import { Avatar, Icon, PageLink, Trouble } from "../../../components";
import { Person } from "../../../components/data/People";
import { todayIn } from "../../../components/dates/days";
import { useFormat, useText } from "../../../lib/i18n";
import { useGetForm, usePage, later } from "../../../page";
import { chatApi } from "./api";
import { useDraft } from "./outbox";
import type { talkGrammar } from "./query";
import { CHAT, type Talk, type TalkHit, type TalkPerson } from "./types";

// A form that leads on before it is ours.
const SearchForm = later(() => import("../../../components/fields/SearchForm"), "SearchForm");

/** How far down the lists one was: choosing another chat makes them again, and must not move them. */
let down = 0;
const stay = (element: HTMLElement | null) => void (element && (element.scrollTop = down));

interface Props {
  typing: ReadonlySet<string>;
  /** Whose conversation is open. */
  open: string | undefined;
}

/** Search, conversations, people. */
export function Side({ typing, open }: Props) {
  const t = useText();
  const { query, here, url } = usePage<typeof talkGrammar, "id">();
  const submit = useGetForm();
  const talks = chatApi.useTalksQuery({ q: query.q, page: query.page });
  const people = chatApi.useTalkPeopleQuery({ q: query.q, page: query.people });
  const hits = chatApi.useTalkHitsQuery(query.q, { skip: !query.q });
  const Title = open ? "h2" : "h1";
  const nothing = query.q && talks.data?.total === 0 && people.data?.total === 0 && hits.data?.total === 0;
  return (
    <aside
      className="tk-side"
      aria-label={t("chat.lists")}
      ref={stay}
      onScroll={(event) => void (down = event.currentTarget.scrollTop)}
    >
      <header>
        <Title>{t("chat.title")}</Title>
        <OwnStatus />
        <SearchForm
          label={t("chat.search")}
          action={url.split(/[?#]/, 1)[0] ?? CHAT}
          value={query.q}
          onSubmit={submit}
        />
      </header>
      <Trouble of={talks} />
      {nothing && (
        <p className="tk-nothing">
          {t("chat.nothing", { what: query.q })} <PageLink to={here({ q: undefined })}>{t("chat.showAll")}</PageLink>
        </p>
      )}
      {talks.data && talks.data.items.length > 0 && (
        <nav aria-label={t("chat.chats")}>
          <h2>{t("chat.chats")}</h2>
          <ul>
            {talks.data.items.map((talk) => (
              <li key={talk.id}>
                <TalkRow talk={talk} typing={typing.has(talk.id)} open={talk.id === open} />
              </li>
            ))}
          </ul>
          <More
            previous={talks.data.previous && here({ page: talks.data.previous })}
            next={talks.data.next && here({ page: talks.data.next })}
          />
        </nav>
      )}
      {people.data && people.data.items.length > 0 && (
        <nav aria-label={t("chat.people")} id="people">
          <h2>{t("chat.people")}</h2>
          <ul>
            {people.data.items.map((person) => (
              <li key={person.id}>
                <PersonRow person={person} open={person.id === open} />
              </li>
            ))}
          </ul>
          <More
            previous={people.data.previous && `${here({ people: people.data.previous })}#people`}
            next={people.data.next && `${here({ people: people.data.next })}#people`}
          />
        </nav>
      )}
      {hits.data && hits.data.items.length > 0 && (
        <nav aria-label={t("chat.messages")}>
          <h2>{t("chat.messages")}</h2>
          <ul>
            {hits.data.items.map((hit) => (
              <li key={hit.id}>
                <HitRow hit={hit} words={query.q} />
              </li>
            ))}
          </ul>
        </nav>
      )}
      {!talks.error && <Trouble of={people} />}
    </aside>
  );
}

/** The reader: the way to one's status and words. */
function OwnStatus() {
  const t = useText();
  const { here } = usePage<typeof talkGrammar, "id">();
  const { data } = chatApi.useOwnTalkerQuery();
  if (!data) return null;
  return (
    <PageLink to={here({ me: true })} className="tk-me" title={t("chat.own")}>
      <Person name={data.full_name} src={data.avatar} presence={data.status} size={32} />
      <span className="sr">{t("chat.own")}</span>
    </PageLink>
  );
}

/** Forward and back in a list that is longer. */
function More({ previous, next }: { previous: string | null; next: string | null }) {
  const t = useText();
  if (!previous && !next) return null;
  return (
    <p className="tk-more">
      {previous && <PageLink to={previous}>{t("chat.previous")}</PageLink>}
      {next && <PageLink to={next}>{t("chat.next")}</PageLink>}
    </p>
  );
}

/** The address of a conversation that keeps the lists as they are. */
function useOpen(): (id: string, more?: string) => string {
  const { query } = usePage<typeof talkGrammar, "id">();
  return (id, more = "") => {
    const uRLSearchParams = new URLSearchParams([
      ...(query.q ? [["q", query.q]] : []),
      ...(query.people !== 1 ? [["people", String(query.people)]] : []),
    ] as string[][]);
    const search = [uRLSearchParams.toString(), more].filter(Boolean).join("&");
    return `${CHAT}/${id}${search ? `?${search}` : ""}`;
  };
}

/** One conversation: who, what was said last and when, how much of it is new. */
function TalkRow({ talk, typing, open }: { talk: Talk; typing: boolean; open: boolean }) {
  const t = useText();
  const f = useFormat();
  const to = useOpen();
  const { session } = usePage();
  const { person, last, unseen } = talk;
  const draft = useDraft(session.user?.id ?? "", talk.id);
  const own = last.sender_id !== person.id;
  return (
    <PageLink to={to(talk.id)} className="tk-row" aria-current={open ? "page" : undefined}>
      <Person name={person.full_name} src={person.avatar} presence={person.status} />
      <b>
        <bdi>{person.full_name}</bdi>
      </b>
      <When at={last.sent_at} />
      {typing ? (
        <span className="tk-last acc">{t("chat.typing")}</span>
      ) : draft && !open ? (
        <span className="tk-last">
          <em>{t("chat.draft")}</em>
          <bdi>{draft}</bdi>
        </span>
      ) : (
        <span className="tk-last">
          {own && <span>{t("chat.you")}</span>}
          <bdi>{last.text}</bdi>
        </span>
      )}
      {unseen > 0 && (
        <span className="tk-new">
          <span aria-hidden="true">{f.number(unseen)}</span>
          <span className="sr">{t("chat.unread", { n: unseen })}</span>
        </span>
      )}
    </PageLink>
  );
}

/** Someone one can talk with. */
function PersonRow({ person, open }: { person: TalkPerson; open: boolean }) {
  const to = useOpen();
  const does = useTitle();
  return (
    <PageLink to={to(person.id)} className="tk-row" aria-current={open ? "page" : undefined}>
      <Person name={person.full_name} src={person.avatar} presence={person.status} />
      <b>
        <bdi>{person.full_name}</bdi>
      </b>
      <span className="tk-last">
        <bdi>{does(person)}</bdi>
      </span>
    </PageLink>
  );
}

/** What someone does: in their words, else by their role. */
export function useTitle(): (person: Pick<TalkPerson, "title" | "role">) => string {
  const t = useText();
  return ({ title, role }) => title || t(`chat.role.${role}`); // i18n: chat.role.*
}

/** A message that a search has found, the words marked. */
function HitRow({ hit: { person, message }, words }: { hit: TalkHit; words: string }) {
  const to = useOpen();
  const at = message.text.toLowerCase().indexOf(words.toLowerCase());
  // Enough before it to be understood, from where a word begins, and not so much that it is out of sight.
  const from = at > 24 ? message.text.lastIndexOf(" ", at - 16) + 1 : 0;
  return (
    <PageLink to={`${to(person.id, `at=${message.id}`)}#m${message.id}`} className="tk-row">
      <Avatar name={person.full_name} src={person.avatar} size={32} />
      <b>
        <bdi>{person.full_name}</bdi>
      </b>
      <When at={message.sent_at} />
      <span className="tk-last">
        <bdi>
          {at < 0 ? (
            message.text
          ) : (
            <>
              {from > 0 && "…"}
              {message.text.slice(from, at)}
              <mark>{message.text.slice(at, at + words.length)}</mark>
              {message.text.slice(at + words.length)}
            </>
          )}
        </bdi>
      </span>
    </PageLink>
  );
}

/** When something was said last: the time today, else the day. */
function When({ at }: { at: string }) {
  const f = useFormat();
  const { session } = usePage();
  const today = todayIn(session.zone, at) === todayIn(session.zone, session.now);
  return (
    <time dateTime={at} title={f.dateTime(at)}>
      {today ? f.time(at) : f.day(at)}
    </time>
  );
}

/** The way back to the lists, where there is no room for both. */
export function BackToLists() {
  const t = useText();
  const { query } = usePage<typeof talkGrammar, "id">();
  return (
    <PageLink
      to={query.q ? `${CHAT}?q=${encodeURIComponent(query.q)}` : CHAT}
      className="icon-button tk-back"
      aria-label={t("chat.back")}
      title={t("chat.back")}
    >
      <Icon name="arrow-left" />
    </PageLink>
  );
}
