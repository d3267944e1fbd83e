/** A conversation as the person sees it on their phone, and the line to answer in. */
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { ActionForm, IconButton, Notice, PageLink } from "../../components";
import { isProblem, type Shape } from "../../api";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { Message } from "./Message";
import type { Answering } from "./types";

export type PhoneTurn = Shape<"TesterTurn">;

/** What a phone shows: a conversation of the sandbox is more than that. */
export type PhoneData = Pick<Shape<"TesterChat">, "bot_name" | "channel" | "clock" | "messages" | "turns" | "state">;

interface Props {
  data: PhoneData;
  /** What is above the phone. */
  head?: ReactNode;
  /** Where what was said leads, and the turn that is looked into. */
  link?: (turn: PhoneTurn) => string;
  current?: number | undefined;
  /** What is below a turn; of the opening, number 0. */
  after?: (number: number) => ReactNode;
  answering?: Answering;
  /** What is in place of the line to answer in. */
  closed?: ReactNode;
}

/** All that was said, newest at the end; the turn looked into is marked. */
export function Phone({ data, head, link, current, after, answering, closed }: Props) {
  const t = useText();
  const f = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const count = data.turns.length;
  // The browser may answer with a promise, which is no way to clean up.
  useEffect(() => void box.current?.scrollTo({ top: box.current.scrollHeight }), [count]);
  const last = data.turns.at(-1);
  const messages = { channel: data.channel, zone: data.clock.zone, answering };
  return (
    <section className="sb-talk" aria-label={t("sandbox.talk")} data-channel={data.channel}>
      {head}
      <div className="sb-phone">
        <header className="sb-top">
          <span className="sb-face" aria-hidden="true">
            {data.bot_name.slice(0, 1)}
          </span>
          <span>
            <b>{data.bot_name}</b>
            <small>{t(`sandbox.as.${data.channel}`) /* i18n: sandbox.as.* */}</small>
          </span>
        </header>
        <div
          className="sb-scroll"
          ref={box}
          // A box that scrolls has to be reached by the keyboard.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="log"
          aria-label={t("sandbox.said")}
        >
          <div className="sb-all">
            <p className="sb-date">{f.date(data.turns[0]?.at ?? data.clock.at, data.clock.zone)}</p>
            {data.messages.map((message, i) => (
              <Message key={i} {...messages} message={message} open={!last} />
            ))}
            {after?.(0)}
            {data.turns.map((turn) => (
              <div
                key={turn.number}
                className={turn.number === current ? "sb-turn on" : "sb-turn"}
                id={idOf(link, turn)}
              >
                <Own data={data} turn={turn} to={link?.(turn)} current={turn.number === current} />
                {turn.messages.map((message, i) => (
                  <Message key={i} {...messages} message={message} at={turn.at} open={turn === last} />
                ))}
                {after?.(turn.number)}
              </div>
            ))}
          </div>
        </div>
        {answering?.error !== undefined && (
          <Notice tone="bad" title={(isProblem(answering.error) && answering.error.detail) || t("sandbox.failed")} />
        )}
        {answering && !closed ? <Composer data={data} answering={answering} /> : closed}
      </div>
      <p className="quiet small sb-under">{t(`sandbox.shown.${data.channel}`) /* i18n: sandbox.shown.* */}</p>
    </section>
  );
}

/** Only the turns of one phone are places of the page. */
const idOf = (link: Props["link"], { number }: PhoneTurn) => (link ? `t${number}` : undefined);

/** What the person said; where it leads anywhere, as a link. */
function Own({
  data,
  turn,
  to,
  current,
}: {
  data: PhoneData;
  turn: PhoneTurn;
  to: string | undefined;
  current: boolean;
}) {
  const t = useText();
  const f = useFormat();
  const inside = (
    <>
      <p dir="auto">{turn.kind === "jump" ? `→ ${turn.input}` : labelOf(data, turn)}</p>
      <time dateTime={turn.at}>{f.time(turn.at, data.clock.zone)}</time>
    </>
  );
  if (to === undefined) return <div className="bu user sb-own">{inside}</div>;
  return (
    <PageLink
      className="bu user sb-own"
      to={to}
      aria-current={current ? "true" : undefined}
      aria-label={t("sandbox.lookInto", { n: turn.number, said: turn.input })}
    >
      {inside}
    </PageLink>
  );
}

/** What a turn said: a choice by its label, as it was offered before. */
function labelOf(data: PhoneData, turn: PhoneTurn): string {
  if (turn.kind === "agent") return `(${turn.input})`;
  if (turn.kind !== "choice") return turn.input;
  const before = [
    ...data.messages,
    ...data.turns.filter((other) => other.number < turn.number).flatMap((turn) => turn.messages),
  ];
  const offered = before.flatMap(({ options }) => options).findLast(({ id }) => id === turn.input);
  return offered?.label ?? turn.input;
}

/** The line to answer in; while a person has taken over, what they do. */
function Composer({ data, answering }: { data: PhoneData; answering: Answering }) {
  const t = useText();
  const { form } = usePage();
  const { send, busy } = answering;
  const [draft, setDraft] = useState(form?.values.text ?? "");
  const line = useRef<HTMLInputElement>(null);
  // What was typed before the page came alive.
  useEffect(() => setDraft((now) => line.current?.value ?? now), []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = draft.trim();
    if (!text || busy) return;
    setDraft("");
    // What was not taken is in the line again.
    send({ text }).catch(() => setDraft((now) => now || text));
  };
  const call = { call: answering.call, page: answering.page };
  return (
    <div className="sb-compose">
      {data.state.waiting === "handoff" && (
        <ActionForm
          {...call}
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
            if (pressed) void send({ agent: pressed.value as "returned" }).catch(() => undefined);
          }}
        >
          <span className="quiet small">{t("sandbox.handoff")}</span>
          {/* i18n: sandbox.agent.* */}
          {(["returned", "closed", "missed"] as const).map((what) => (
            <button key={what} className="button size-s" name="agent" value={what}>
              {t(`sandbox.agent.${what}`)}
            </button>
          ))}
        </ActionForm>
      )}
      <ActionForm {...call} className="sb-line rows" onSubmit={submit}>
        <input
          id="say"
          ref={line}
          className="input"
          name="text"
          aria-label={t("sandbox.message")}
          placeholder={data.state.ended ? t("sandbox.ended") : t("sandbox.message")}
          maxLength={2000}
          autoComplete="off"
          enterKeyHint="send"
          dir="auto"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
        <IconButton type="submit" icon="send" label={t("sandbox.send")} className="sb-send" />
      </ActionForm>
    </div>
  );
}
