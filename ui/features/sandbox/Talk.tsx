/** The conversation as the person sees it on their phone, and the line to answer in. */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { ActionForm, IconButton, Notice, PageLink } from "../../components";
import { isProblem } from "../../api";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { sandboxApi } from "./api";
import { Message } from "./Message";
import type { sandboxGrammar } from "./query";
import type { Sandbox, SandboxInput, SandboxTurn } from "./types";
import { useSandboxChat } from "./useSandboxChat";

type Send = (input: SandboxInput) => Promise<unknown>;

/** All that was said, newest at the end; the turn looked into is marked. */
export function Talk({ data, turn }: { data: Sandbox; turn: SandboxTurn | undefined }) {
  const t = useText();
  const f = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const [say, sending] = sandboxApi.useSandboxSayMutation();
  const count = data.turns.length;
  useSandboxChat(data);
  // The browser may answer with a promise, which is no way to clean up.
  useEffect(() => void box.current?.scrollTo({ top: box.current.scrollHeight }), [count]);
  const send: Send = (input) => {
    // A choice made by keyboard can be made once; what comes next is said in the line.
    const byKeys = document.activeElement?.matches(".sb-option:focus-visible");
    if (byKeys) document.getElementById("say")?.focus({ preventScroll: true });
    return say({ id: data.id, input }).unwrap();
  };
  const last = data.turns.at(-1);
  const name = data.bot_name;
  return (
    <section className="sb-talk" aria-label={t("sandbox.talk")} data-channel={data.channel}>
      <div className="sb-phone">
        <header className="sb-top">
          <span className="sb-face" aria-hidden="true">
            {name.slice(0, 1)}
          </span>
          <span>
            <b>{name}</b>
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
              <Message key={i} data={data} message={message} open={!last} send={send} />
            ))}
            {data.turns.map((turn_) => (
              <Turn
                key={turn_.number}
                data={data}
                turn={turn_}
                shown={turn_ === turn}
                open={turn_ === last}
                send={send}
              />
            ))}
          </div>
        </div>
        {sending.error !== undefined && (
          <Notice tone="bad" title={(isProblem(sending.error) && sending.error.detail) || t("sandbox.failed")} />
        )}
        <Composer data={data} busy={sending.isLoading} send={send} />
      </div>
      <p className="quiet small sb-under">{t(`sandbox.shown.${data.channel}`) /* i18n: sandbox.shown.* */}</p>
    </section>
  );
}

/** What was said, which opens how it came about, and what the bot answered. */
function Turn({
  data,
  turn,
  shown,
  open,
  send,
}: {
  data: Sandbox;
  turn: SandboxTurn;
  shown: boolean;
  open: boolean;
  send: Send;
}) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof sandboxGrammar>();
  return (
    <div className={shown ? "sb-turn on" : "sb-turn"} id={`t${turn.number}`}>
      <PageLink
        className="bu user sb-own"
        to={`${here({ turn: turn.number })}#t${turn.number}`}
        aria-current={shown ? "true" : undefined}
        aria-label={t("sandbox.lookInto", { n: turn.number, said: turn.said })}
      >
        <p dir="auto">{turn.kind === "jump" ? `→ ${turn.said}` : labelOf(data, turn)}</p>
        <time dateTime={turn.at}>{f.time(turn.at, data.clock.zone)}</time>
      </PageLink>
      {turn.messages.map((message, i) => (
        <Message key={i} data={data} message={message} at={turn.at} open={open} send={send} />
      ))}
    </div>
  );
}

/** What a turn said: a choice by its label, as it was offered before. */
function labelOf(data: Sandbox, turn: SandboxTurn): string {
  if (turn.kind === "agent") return `(${turn.said})`;
  if (turn.kind !== "choice") return turn.said;
  const before = [
    ...data.messages,
    ...data.turns.filter((other) => other.number < turn.number).flatMap((turn) => turn.messages),
  ];
  const offered = before.flatMap(({ options }) => options).findLast(({ id }) => id === turn.said);
  return offered?.label ?? turn.said;
}

/** The line to answer in; while a person has taken over, what they do. */
function Composer({ data, busy, send }: { data: Sandbox; busy: boolean; send: Send }) {
  const t = useText();
  const { here, form } = usePage<typeof sandboxGrammar>();
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
  const call = { call: `/api/v1/sandbox/${data.id}/messages`, page: here({ turn: 0 }) };
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
      <ActionForm {...call} className="sb-line" onSubmit={submit}>
        <input
          id="say"
          ref={line}
          className="input"
          name="text"
          aria-label={t("sandbox.message")}
          placeholder={data.state.ended ? t("sandbox.anew") : t("sandbox.message")}
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
