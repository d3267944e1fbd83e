/** What was said: the visitor at the start, bot and people at the end, what people did in lines between. */
import { Fragment } from "react";
import { Icon, PageLink, Pill } from "../../components";
import { Bubble } from "../../components/chat/Bubble";
import { todayIn } from "../../components/dates/days";
import { useFormat, useText } from "../../lib/i18n";
import { later, usePage } from "../../page";
import type { HandoffDetail, HandoffMessage } from "./types";

const Contact = later(() => import("./About"), "Contact");
const Known = later(() => import("./About"), "Known");
const SAID = { kind: "text", speaker: "bot", name: "", what: "", fallback: false, document: null } as const;

/** All of the thread by time: the bot's greeting, what was said, and what colleagues have noted. */
function withGreeting({ greeting, messages, notes }: HandoffDetail): readonly HandoffMessage[] {
  const before = greeting.map((message) => ({ ...SAID, ...message }));
  const beside = notes.map(({ author, ...note }) => ({
    ...SAID,
    ...note,
    speaker: "system" as const,
    kind: "note",
    name: author,
  }));
  return [...before, ...messages, ...beside].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** The list, which begins at its end. */
export function Thread({ handoff }: { handoff: HandoffDetail }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const { waiting_since: since } = handoff;
  const messages = withGreeting(handoff);
  const days = new Set(messages.map(({ at }) => todayIn(session.zone, at)));
  // Asked for between two messages, or after all of them.
  const before = messages.find(({ at }) => Date.parse(at) > Date.parse(since))?.id;
  const isCall = messages.some(({ what }) => what === "call_back");
  const line = <p className="tk-line">{t("inbox.askedLine", { at: f.time(since) })}</p>;
  return (
    <div className="tk-box">
      {/* A box that scrolls has to be reached by the keyboard. */}
      <div
        className="tk-scroll"
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={t("inbox.said")}
      >
        <div className="tk-thread">
          <Known handoff={handoff} />
          <details className="ib-contact">
            <summary>{t("inbox.contact")}</summary>
            <Contact handoff={handoff} />
          </details>
          <ol aria-live="polite" aria-relevant="additions">
            {messages.map((message, at) => {
              const day = todayIn(session.zone, message.at);
              const isFirst = days.size > 1 && (at === 0 || todayIn(session.zone, messages[at - 1]!.at) !== day);
              return (
                <Fragment key={message.id}>
                  {message.id === before && !isCall && <li>{line}</li>}
                  <li>
                    {isFirst && <p className="tk-line">{f.day(message.at)}</p>}
                    <Said message={message} handoff={handoff} />
                  </li>
                </Fragment>
              );
            })}
            {before === undefined && !isCall && <li>{line}</li>}
          </ol>
        </div>
      </div>
    </div>
  );
}

/** One message, or what a person did. */
function Said({ message, handoff }: { message: HandoffMessage; handoff: HandoffDetail }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const { speaker, at, name, text, what } = message;
  const me = session.user?.fullName;
  if (what)
    return (
      // i18n: inbox.did.*
      <p className="tk-line">
        <span>{t(`inbox.did.${what}`, { who: name === me ? t("inbox.you") : name, at: f.time(at) })}</span>
      </p>
    );
  if (message.kind === "note")
    return (
      <p className="ib-note">
        <Icon name="lock" size={14} />
        <span className="sr">{t("inbox.note")}</span>
        <b>
          <bdi>{name === me ? t("inbox.you") : name}</bdi>
        </b>
        <span dir="auto">{text}</span>
        <time dateTime={at}>{f.time(at)}</time>
      </p>
    );
  if (speaker === "system" && !text) return null;
  const who =
    speaker === "user"
      ? handoff.contact.name || t("inbox.nobody")
      : speaker === "bot"
        ? handoff.bot.name
        : name === me
          ? t("inbox.you")
          : name;
  return (
    <>
      {speaker === "agent" && (
        <span className="ib-who" aria-hidden="true">
          <bdi>{who}</bdi>
        </span>
      )}
      <Bubble
        from={speaker}
        who={who}
        at={at}
        {...(message.fallback && { below: <Pill tone="warn">{t("inbox.notUnderstood")}</Pill> })}
      >
        {message.document ? <PageLink to={`/customer-documents/${message.document}`}>{text}</PageLink> : text}
      </Bubble>
    </>
  );
}
