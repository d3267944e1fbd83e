/** The turns of a conversation as bubbles; each turn has an address of its own. */
import type { ReactNode } from "react";
import { Notice, Pill } from "../../../components";
import { Bubble } from "../../../components/chat/Bubble";
import { useFormat, useText } from "../../../lib/i18n";
import { later, PageLink, usePage } from "../../../page";
import type { transcriptGrammar } from "./query";
import { erasedText } from "./erased";
import type { Message, Transcript, Turn } from "./types";

// For readers who may change the bot, at a turn they have chosen.
const FixCard = later(() => import("./FixCard"), "FixCard");

/** First line, turns, last line. */
export function Turns({ data }: { data: Transcript }) {
  const t = useText();
  const f = useFormat();
  const { query } = usePage<typeof transcriptGrammar, "id">();
  return (
    <div className="tn">
      <p className="tm flex gap-16 dim">
        {t("conversations.opened", {
          channel: t(`channel.${data.channel}`), // i18n: channel.*
          bot: `\u2068${data.bot.name}\u2069`, // Isolated: a name may run the other way.
          time: f.dateTime(data.started_at, data.zone),
        })}
      </p>
      {data.erased_days !== null && <Notice>{erasedText(data.erased_days, t)}</Notice>}
      {data.turns.length === 0 && <p className="tm flex gap-16 dim">{t("conversations.noTurns")}</p>}
      <ol>
        {data.turns.map((turn) => (
          <TurnRow
            key={turn.number}
            turn={turn}
            zone={data.zone}
            current={turn.number === query.turn}
            erased={data.erased_days !== null}
          >
            {turn.number === query.turn && data.intents.length > 0 && <FixCard data={data} turn={turn} />}
          </TurnRow>
        ))}
      </ol>
      <p className="tm flex gap-16 dim">
        {data.ended_at
          ? t("conversations.closed", { time: f.dateTime(data.ended_at, data.zone) })
          : t("conversations.stillOpen")}
      </p>
    </div>
  );
}

/** The number, which is the link to this turn, and its messages. */
function TurnRow({
  turn,
  zone,
  current,
  erased,
  children,
}: {
  turn: Turn;
  zone: string;
  current: boolean;
  erased: boolean;
  /** Below its messages. */
  children: ReactNode;
}) {
  const t = useText();
  const { here } = usePage<typeof transcriptGrammar, "id">();
  const blamed = turn.fallback
    ? (turn.messages.find((message) => message.speaker === "bot") ?? turn.messages.at(-1))
    : undefined;
  return (
    <li id={`t${turn.number}`} className={current ? "on" : undefined}>
      <PageLink
        className="no"
        to={`${here({ turn: turn.number })}#t${turn.number}`}
        aria-label={t("conversations.turnLink", { n: turn.number })}
        aria-current={current ? "true" : undefined}
      >
        {turn.number}
      </PageLink>
      {turn.messages.map((message) => (
        <Said
          key={message.id}
          message={message}
          zone={zone}
          cause={message === blamed ? (turn.cause ?? "fallback") : null}
          erased={erased}
        />
      ))}
      {children}
    </li>
  );
}

/** Kinds with a name of their own that hold what a person has sent; the others only tell that something happened. */
const SENT: readonly string[] = ["media", "location", "contact"];

/** One message, in the words of this area. */
function Said({
  message,
  zone,
  cause,
  erased,
}: {
  message: Message;
  zone: string;
  cause: string | null;
  /** The whole conversation is, which is said above it. */
  erased: boolean;
}) {
  const t = useText();
  const gone = (days: number) => (erased ? t("conversations.erasedOne") : erasedText(days, t));
  const event = `conversations.ev.${message.kind}`; // i18n: conversations.ev.*
  const label = t(event);
  const isEvent = label !== event && !SENT.includes(message.kind);
  return (
    <Bubble
      from={message.speaker}
      who={t(`conversations.who.${message.speaker}`) /* i18n: conversations.who.* */}
      at={message.at}
      zone={zone}
      chosen={message.kind === "choice"}
      below={
        cause && (
          <Pill tone="warn">
            {
              t(
                cause === "fallback" ? "conversations.fallback" : `conversations.cause.${cause}`,
              ) /* i18n: conversations.cause.* */
            }
          </Pill>
        )
      }
    >
      {message.erased_days === null || isEvent ? (
        message.text || (label === event ? message.kind : label)
      ) : (
        <span className="quiet">{gone(message.erased_days)}</span>
      )}
    </Bubble>
  );
}
