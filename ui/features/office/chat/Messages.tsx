/** What was said, by days; older messages come in above without moving what is read. */
import { useEffect, useRef, useState, type MouseEvent } from "react";
import { useDispatch } from "react-redux";
import { Button, Empty, Icon, PageLink } from "../../../components";
import { Bubble, Typing } from "../../../components/chat/Bubble";
import { todayIn } from "../../../components/dates/days";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { chatApi } from "./api";
import type { Waiting } from "./outbox";
import type { talkGrammar } from "./query";
import { CHAT, type TalkMessage, type TalkWindow, type WindowArgs } from "./types";
import type { Sending } from "./useSending";
import { before, ordered } from "./windows";

/** Further up than this one does not see what comes in below. */
const AWAY_PX = 160;

interface Props {
  args: WindowArgs;
  data: TalkWindow;
  /** How many were unread when the page was opened. */
  unread: number;
  sending: Sending;
  typing: boolean;
}

/** The list, which begins at its end; the box around it grows from below, so that nothing above shifts what is read. */
export function Messages({ args, data, unread, sending, typing }: Props) {
  const t = useText();
  const { query, session } = usePage<typeof talkGrammar, "id">();
  const box = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  const { person, messages } = data;
  const newest = () => box.current?.scrollTo({ top: 0 });
  const waiting = data.at_end ? sending.waiting : [];
  const count = useRef(sending.waiting.length);
  useEffect(() => {
    if (sending.waiting.length > count.current) newest();
    count.current = sending.waiting.length;
  }, [sending.waiting.length]);
  useEffect(() => {
    if (query.at) document.getElementById(`m${query.at}`)?.scrollIntoView({ block: "center" });
  }, [query.at]);
  const theirs = messages.filter((message) => message.sender_id === person.id);
  const firstNew = unread > 0 ? theirs.at(-Math.min(unread, theirs.length))?.id : undefined;
  return (
    <div className="tk-box">
      {/* A box that scrolls has to be reached by the keyboard. */}
      <div
        className="tk-scroll"
        ref={box}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={t("chat.said", { who: person.full_name })}
        onScroll={(event) => setAway(event.currentTarget.scrollTop < -AWAY_PX)}
      >
        <div className="tk-thread">
          {data.older && <Older args={args} older={data.older} />}
          {messages.length === 0 && waiting.length === 0 && (
            <Empty icon="message-circle" title={t("chat.nothingSaid")}>
              {!person.is_gone && t("chat.hello", { who: person.full_name })}
            </Empty>
          )}
          <ol>
            {messages.map((message, at) => {
              const day = todayIn(session.zone, message.sent_at);
              const isFirst = at === 0 || todayIn(session.zone, messages[at - 1]!.sent_at) !== day;
              return (
                <li
                  key={message.id}
                  id={`m${message.id}`}
                  className={rowClass(message, messages[at - 1], isFirst, query.at)}
                >
                  {isFirst && <Day day={day} />}
                  {message.id === firstNew && <p className="tk-line new">{t("chat.newOnes")}</p>}
                  <Line
                    message={message}
                    own={message.sender_id !== person.id}
                    who={person.full_name}
                    readId={data.read_id}
                  />
                </li>
              );
            })}
            {waiting.map((waiting) => (
              <li key={waiting.key}>
                <Underway message={waiting} sending={sending} />
              </li>
            ))}
          </ol>
          {typing && data.at_end && <Typing name={person.full_name} />}
        </div>
      </div>
      {!data.at_end ? (
        <PageLink to={`${CHAT}/${person.id}`} className="button tk-down">
          <Icon name="arrow-down" size={16} />
          {t("chat.toNewest")}
        </PageLink>
      ) : (
        away && (
          <Button className="tk-down" icon="arrow-down" onClick={newest}>
            {t("chat.toNewest")}
          </Button>
        )
      )}
      <Arrivals data={data} />
    </div>
  );
}

/** Messages of one speaker after each other stand closer; the one looked for is marked. */
function rowClass(
  message: TalkMessage,
  previous: TalkMessage | undefined,
  isFirst: boolean,
  at: string,
): string | undefined {
  return (
    [!isFirst && previous?.sender_id === message.sender_id && "near", message.id === at && "on"]
      .filter(Boolean)
      .join(" ") || undefined
  );
}

/** The day that what follows was said on. */
function Day({ day }: { day: string }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const ago = Math.round((Date.parse(todayIn(session.zone, session.now)) - Date.parse(day)) / 86_400_000);
  return (
    <p className="tk-line">
      <time dateTime={day}>{ago <= 0 ? t("chat.today") : ago === 1 ? t("chat.yesterday") : f.date(day)}</time>
    </p>
  );
}

/** A message that has arrived. */
function Line({ message, own, who, readId }: { message: TalkMessage; own: boolean; who: string; readId: string }) {
  const t = useText();
  if (!own)
    return (
      <Bubble from="user" who={who} at={message.sent_at}>
        {message.text}
      </Bubble>
    );
  return (
    <Bubble from="bot" who={t("chat.you")} at={message.sent_at} delivery={before(readId, message.id) ? "sent" : "read"}>
      {message.text}
    </Bubble>
  );
}

/** A message that is on its way, or did not get through. */
function Underway({ message, sending }: { message: Waiting; sending: Sending }) {
  const t = useText();
  const below = message.failed && (
    <span className="tk-failed row gap-6" role="alert">
      {/* i18n: chat.why.* */}
      <span>
        {["cut", "offline", "many"].includes(message.failed) ? t(`chat.why.${message.failed}`) : message.failed}
      </span>
      <Button size="s" icon="refresh-cw" onClick={() => sending.retry(message)}>
        {t("chat.retry")}
      </Button>
      <Button size="s" variant="quiet" onClick={() => sending.drop(message.key)}>
        {t("chat.discard")}
      </Button>
    </span>
  );
  return (
    <Bubble
      from="bot"
      who={t("chat.you")}
      at={message.at}
      delivery={message.failed ? "failed" : "sending"}
      below={below || undefined}
    >
      {message.text}
    </Bubble>
  );
}

/** What came before: fetched when one gets near it, a link to it otherwise. */
function Older({ args, older }: { args: WindowArgs; older: string }) {
  const t = useText();
  const { here } = usePage<typeof talkGrammar, "id">();
  const dispatch = useDispatch() as (action: unknown) => unknown;
  const link = useRef<HTMLParagraphElement>(null);
  const [busy, setBusy] = useState(false);
  const fetching = useRef("");
  const load = async () => {
    if (fetching.current === older) return;
    fetching.current = older;
    setBusy(true);
    const { data } = (await dispatch(
      chatApi.endpoints.talk.initiate({ id: args.id, upto: older, around: "" }, { subscribe: false }),
    )) as { data?: TalkWindow };
    if (data)
      dispatch(
        chatApi.util.updateQueryData(
          "talk",
          args,
          (window) =>
            void Object.assign(window, {
              messages: ordered([...data.messages, ...window.messages]),
              older: data.older,
            }),
        ),
      );
    else fetching.current = "";
    setBusy(false);
  };
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    const scroll = link.current?.closest(".tk-scroll");
    if (!scroll || !link.current || !("IntersectionObserver" in window)) return;
    let seen = false;
    const eye = new IntersectionObserver(
      ([entry]) => {
        // What is in sight from the start was not scrolled to.
        if (entry?.isIntersecting && (seen || scroll.scrollTop < 0)) void latest.current();
        seen = true;
      },
      { root: scroll, rootMargin: "240px 0px" },
    );
    eye.observe(link.current);
    return () => eye.disconnect();
  }, [older]);
  const press = (event: MouseEvent) => {
    event.preventDefault();
    void load();
  };
  return (
    <p className="tk-older" ref={link}>
      <PageLink
        to={here({ upto: older, at: undefined })}
        className="button size-s"
        aria-disabled={busy || undefined}
        onClick={press}
      >
        {t("chat.older")}
      </PageLink>
    </p>
  );
}

/** What comes in while the page is open, for those who do not see it: politely, and nothing of before. */
function Arrivals({ data }: { data: TalkWindow }) {
  const t = useText();
  const last = useRef(data.messages.at(-1)?.id ?? "0");
  const [heard, setHeard] = useState<TalkMessage[]>([]);
  const { messages, at_end, person } = data;
  useEffect(() => {
    const fresh = messages.filter((message) => before(last.current, message.id) && message.sender_id === person.id);
    last.current = messages.at(-1)?.id ?? last.current;
    if (at_end && fresh.length) setHeard((now) => [...now, ...fresh].slice(-20));
  }, [messages, at_end, person.id]);
  return (
    <div className="sr" role="log" aria-label={t("chat.arrivals")}>
      {heard.map((message) => (
        <p key={message.id}>
          {person.full_name}: {message.text}
        </p>
      ))}
    </div>
  );
}
