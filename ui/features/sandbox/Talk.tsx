/** The conversation as the person sees it, and the line to answer in. */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { ActionForm, Button, Icon, Notice, PageLink } from "../../components";
import { isProblem } from "../../api";
import { useScripted } from "../../hooks/useScripted";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { sandboxApi } from "./api";
import type { sandboxGrammar } from "./query";
import { BUTTONS, TITLE_LENGTH, type Sandbox, type SandboxInput, type SandboxMessage, type SandboxTurn } from "./types";

/** All that was said, newest at the end; the turn looked into is marked. */
export function Talk({ data, turn }: { data: Sandbox; turn: SandboxTurn | undefined }) {
  const t = useText();
  const { here } = usePage<typeof sandboxGrammar>();
  const box = useRef<HTMLDivElement>(null);
  const [say, sending] = sandboxApi.useSandboxSayMutation();
  const count = data.turns.length;
  useEffect(() => box.current?.scrollTo({ top: box.current.scrollHeight }), [count]);
  const send = (input: SandboxInput) => say({ id: data.id, input }).unwrap();
  const last = data.turns.at(-1);
  return (
    <section className="sb-talk" aria-label={t("sandbox.talk")}>
      <div
        className="sb-scroll"
        ref={box}
        // A box that scrolls has to be reached by the keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="log"
        aria-label={t("sandbox.said")}
      >
        {data.messages.map((message, i) => (
          <Message key={i} data={data} message={message} open={!last} send={send} />
        ))}
        {data.turns.map((one) => (
          <div key={one.number} className={one === turn ? "sb-turn on" : "sb-turn"} id={`t${one.number}`}>
            <PageLink
              className="bu user sb-own"
              to={`${here({ turn: one.number })}#t${one.number}`}
              aria-current={one === turn ? "true" : undefined}
              aria-label={t("sandbox.lookInto", { n: one.number, said: one.said })}
            >
              <p dir="auto">{one.kind === "jump" ? `→ ${one.said}` : labelOf(data, one)}</p>
            </PageLink>
            {one.messages.map((message, i) => (
              <Message key={i} data={data} message={message} open={one === last} send={send} />
            ))}
          </div>
        ))}
      </div>
      {sending.error !== undefined && (
        <Notice tone="bad" title={(isProblem(sending.error) && sending.error.detail) || t("sandbox.failed")} />
      )}
      <Composer data={data} busy={sending.isLoading} send={send} />
    </section>
  );
}

/** What a turn said: a choice by its label, as it was offered before. */
function labelOf(data: Sandbox, turn: SandboxTurn): string {
  if (turn.kind === "agent") return `(${turn.said})`;
  if (turn.kind !== "choice") return turn.said;
  const before = [
    ...data.messages,
    ...data.turns.filter((one) => one.number < turn.number).flatMap((one) => one.messages),
  ];
  const offered = before.flatMap(({ options }) => options).findLast(({ id }) => id === turn.said);
  return offered?.label ?? turn.said;
}

/** One message of the bot with its buttons, which work while it is the last. */
function Message({
  data,
  message,
  open,
  send,
}: {
  data: Sandbox;
  message: SandboxMessage;
  open: boolean;
  send: (input: SandboxInput) => Promise<unknown>;
}) {
  const t = useText();
  const { here } = usePage<typeof sandboxGrammar>();
  if (message.speaker === "system")
    return <p className="bu system">{t(`sandbox.sys.${message.kind}`) /* i18n: sandbox.sys.* */}</p>;
  const isShort = data.channel !== "web" && data.channel !== "voice";
  return (
    <div className="bu bot sb-bot" lang={message.language ?? undefined}>
      {message.text && <p dir="auto">{message.text}</p>}
      {message.links.map(({ label, url }) => (
        <span key={url} className="sb-option">
          <Icon name="external-link" size={14} /> {label} <bdi dir="ltr">{url}</bdi>
        </span>
      ))}
      {message.options.length > 0 && (
        <ActionForm
          call={`/api/v1/sandbox/${data.id}/messages`}
          page={here({ turn: 0 })}
          className="sb-options"
          onSubmit={(event) => {
            event.preventDefault();
            const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
            if (pressed) void send({ choice: pressed.value }).catch(() => undefined);
          }}
        >
          {message.options.map(({ id, label }, i) => (
            <button key={id} className="sb-option" name="choice" value={id} disabled={!open}>
              <bdi>{isShort && label.length > TITLE_LENGTH ? `${label.slice(0, TITLE_LENGTH - 1)}…` : label}</bdi>
              {isShort && (label.length > TITLE_LENGTH || i >= BUTTONS) && <Icon name="triangle-alert" size={14} />}
            </button>
          ))}
        </ActionForm>
      )}
      {isShort && message.options.length > BUTTONS && <small>{t("sandbox.manyButtons", { n: BUTTONS })}</small>}
      {isShort && message.options.some(({ label }) => label.length > TITLE_LENGTH) && (
        <small>{t("sandbox.longButton", { n: TITLE_LENGTH })}</small>
      )}
    </div>
  );
}

/** The line to answer in; while a person has taken over, what they do. */
function Composer({
  data,
  busy,
  send,
}: {
  data: Sandbox;
  busy: boolean;
  send: (input: SandboxInput) => Promise<unknown>;
}) {
  const t = useText();
  const { here, form } = usePage<typeof sandboxGrammar>();
  const scripted = useScripted();
  const [draft, setDraft] = useState("");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = draft.trim();
    if (!text || busy) return;
    setDraft("");
    // What was not taken stands in the line again.
    send({ text }).catch(() => setDraft((now) => now || text));
  };
  const call = { call: `/api/v1/sandbox/${data.id}/messages`, page: here({ turn: 0 }) };
  const value = scripted
    ? { value: draft, onChange: (event: { target: { value: string } }) => setDraft(event.target.value) }
    : { defaultValue: form?.values.text ?? "" };
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
          className="input"
          name="text"
          aria-label={t("sandbox.message")}
          placeholder={data.state.ended ? t("sandbox.anew") : t("sandbox.message")}
          maxLength={2000}
          autoComplete="off"
          enterKeyHint="send"
          dir="auto"
          {...value}
        />
        <Button type="submit" variant="primary" icon="send">
          {t("sandbox.send")}
        </Button>
      </ActionForm>
    </div>
  );
}
