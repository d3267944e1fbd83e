/** A telephone in the browser: what the bot says, keys, and what one would say; works by forms without script. */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { ActionForm, Button, Card, Icon, Notice, Pill, Trouble } from "../../../components";
import { Field } from "../../../components/fields";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { useScripted } from "../../../hooks/useScripted";
import { ExtraNote } from "../../../components/ExtraNote";
import { useFormat, useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import { phoneApi, type Heard } from "./phoneApi";
import { phoneCallOf, voiceApi, voiceOf, type PhoneCall, type PhoneTurn, type Voice } from "./api";
import { listens } from "./listening";
import type { voiceGrammar } from "./query";
import { records } from "./recording";
import { speaks } from "./speaking";
import { usePhoneSound } from "./usePhoneSound";

const Microphone = later(() => import("./Microphone"), "Microphone");
const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"] as const;

/** The card: a call under way, or the way to begin one. */
export function PhoneCard({ bot, voice }: { bot: Bot; voice: Voice }) {
  const t = useText();
  const { query } = usePage<typeof voiceGrammar>();
  const useQueryHookResult = voiceApi.usePhoneCallQuery({ bot: bot.id, id: query.call }, { skip: !query.call });
  return (
    <Card id="phone" title={t("voice.phone")} lead={t("voice.phoneLead")} className="bv-phone">
      {query.call && <Trouble of={useQueryHookResult} />}
      {query.call && useQueryHookResult.data && (
        <OnCall key={useQueryHookResult.data.id} bot={bot} call={useQueryHookResult.data} />
      )}
      {useQueryHookResult.data?.state !== "in_progress" && (
        <Begin bot={bot} voice={voice} again={Boolean(useQueryHookResult.data)} />
      )}
    </Card>
  );
}

/** The two ways to call: here, and by one's own phone. */
function Begin({ bot, voice, again }: { bot: Bot; voice: Voice; again: boolean }) {
  const t = useText();
  const { here, form } = usePage<typeof voiceGrammar>();
  const call = `${voiceOf(bot.id)}/test-call`;
  const { problem, values } = useOwnForm(call);
  const isRung = form?.answer === undefined && problem === null;
  return (
    <div className="stack">
      {problem && (
        <Notice tone="bad" focus title={t("voice.notCalled")}>
          {problem.code === "no_live_version" ? t("voice.noLive") : problem.detail}
        </Notice>
      )}
      {bot.live_version === null ? (
        <p className="quiet">{t("voice.noLive")}</p>
      ) : (
        <ActionForm call={call} page={here()} then={`/admin/bots/${bot.id}/voice?call={id}#phone`}>
          <Button type="submit" variant="primary" icon="phone-call">
            {t(again ? "voice.callAgain" : "voice.call")}
          </Button>
        </ActionForm>
      )}
      {voice.numbers.some(({ state }) => state === "connected" || state === "degraded") && (
        <details open={!isRung && Boolean(values.to)}>
          <summary>{t("voice.callPhone")}</summary>
          <ActionForm call={call} page={`${here()}#phone`} done="ringing" className="stack">
            <Field label={t("voice.yourNumber")} name="to" dir="ltr" required maxLength={40} autoComplete="tel" />
            <p>
              <Button type="submit">{t("voice.ring")}</Button>
            </p>
          </ActionForm>
        </details>
      )}
    </div>
  );
}

/** A call: its turns, and what can be said next. */
function OnCall({ bot, call }: { bot: Bot; call: PhoneCall }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof voiceGrammar>();
  const scripted = useScripted();
  const [say, { isLoading, error }] = phoneApi.useSayOnPhoneMutation();
  const [typed, setTyped] = useState("");
  const ref = useRef<HTMLOListElement>(null);
  const isOn = call.state === "in_progress";
  const send = (heard: Omit<Heard, "token">) => {
    if (!isLoading) void say({ bot: bot.id, id: call.id, heard: { token: call.token, ...sound.times(), ...heard } });
  };
  // The newest turn is the one to be read.
  useEffect(() => ref.current?.scrollTo({ top: ref.current.scrollHeight }), [call.turns.length]);
  const sound = usePhoneSound(call, (heard) => send(heard));
  const turns = `${phoneCallOf(bot.id, call.id)}/turns`;
  const page = `${here()}#phone`;
  const failed = useOwnForm(turns).problem ?? (error as { detail?: string } | undefined);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const key = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("value");
    const name = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("name");
    if (name === "keys") send({ keys: key ?? "" });
    else if (name === "dialled") send({ dialled: key ?? "" });
    else if (name === "silence") send({});
    else if (typed.trim()) {
      send({ speech: typed.trim() });
      setTyped("");
    }
  };
  return (
    <div className="stack">
      <p className="bv-state" role="status">
        <Pill tone={isOn ? "good" : "quiet"}>{t(isOn ? "voice.onLine" : `voice.ended.${call.ended_by}`)}</Pill>
        {/* i18n: voice.ended.* */}
        {call.node && (
          <span className="small quiet">
            <bdi className="mono">{call.node}</bdi>
          </span>
        )}
        {scripted && isOn && speaks() && (
          <button type="button" className="link" aria-pressed={sound.isOn} onClick={sound.toggle}>
            {t(sound.isOn ? "voice.soundOff" : "voice.soundOn")}
          </button>
        )}
      </p>
      <ol className="bv-turns" ref={ref}>
        {call.turns.map((turn) => (
          <Turn key={turn.number} turn={turn} at={f.duration(turn.at_ms)} />
        ))}
      </ol>
      {failed && (
        <Notice tone="bad" title={t("voice.notSaid")}>
          {failed.detail ?? t("controls.noConnection")}
        </Notice>
      )}
      {isOn && (
        <ActionForm call={turns} page={page} onSubmit={submit} className="stack">
          <input type="hidden" name="token" value={call.token} />
          {call.awaits === "dial" ? (
            <>
              <p>{t("voice.rings", { number: call.transfer })}</p>
              <p className="row">
                {(["completed", "no-answer", "busy"] as const).map((result) => (
                  <Button key={result} type="submit" name="dialled" value={result}>
                    {t(`voice.dialled.${result}`) /* i18n: voice.dialled.* */}
                  </Button>
                ))}
              </p>
            </>
          ) : (
            <>
              <div className="bv-say rows">
                <label className="sr" htmlFor="bv-speech">
                  {t("voice.speech")}
                </label>
                <input
                  id="bv-speech"
                  className="input"
                  name="speech"
                  dir="auto"
                  maxLength={500}
                  autoComplete="off"
                  placeholder={t("voice.speech")}
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
                <Button type="submit" icon="send" busy={isLoading}>
                  {t("voice.saySpeech")}
                </Button>
              </div>
              {scripted && listens() && (
                <p>
                  <Button icon="audio-lines" aria-pressed={sound.isListening} onClick={sound.listen}>
                    {t(sound.isListening ? "voice.listens" : "voice.speak")}
                  </Button>
                </p>
              )}
              {call.hearing === "ready" ? (
                scripted &&
                records() && (
                  <Microphone
                    bot={bot.id}
                    call={call.id}
                    onBegin={sound.stop}
                    onText={(text) => {
                      setTyped((typed) => `${typed} ${text}`.trim().slice(0, 500));
                      document.getElementById("bv-speech")?.focus();
                    }}
                  />
                )
              ) : (
                <>
                  <p className="small quiet">{t(`voice.hearing.${call.hearing}`) /* i18n: voice.hearing.* */}</p>
                  {call.extras.map(({ name, install }) => (
                    <ExtraNote key={name} text={t("voice.install")} install={install} />
                  ))}
                </>
              )}
              <div className="bv-pad rows" dir="ltr" role="group" aria-label={t("voice.keys")}>
                {KEYS.map((key) => (
                  <Button key={key} type="submit" name="keys" value={key}>
                    {key}
                  </Button>
                ))}
              </div>
              <Button type="submit" name="silence" value="1" variant="quiet">
                {t("voice.silence")}
              </Button>
            </>
          )}
        </ActionForm>
      )}
      {isOn && (
        <ActionForm call={`${phoneCallOf(bot.id, call.id)}/hang-up`} page={page}>
          <Button type="submit" variant="danger" icon="phone-off">
            {t("voice.hangUp")}
          </Button>
        </ActionForm>
      )}
    </div>
  );
}

/** What was heard, and what the bot has said to it. */
function Turn({ turn, at }: { turn: PhoneTurn; at: string }) {
  const t = useText();
  const f = useFormat();
  const heard =
    turn.heard ||
    (turn.key && t("voice.pressed", { key: turn.key })) ||
    (turn.kind === "silence" ? t("voice.nothing") : "");
  return (
    <li>
      {heard && (
        <p className="bv-heard" dir="auto">
          <span className="sr">{t("voice.you")}</span>
          {turn.key && turn.heard ? `${turn.key} · ${turn.heard}` : heard}
          <small className={turn.is_missed ? "bv-missed" : undefined}>
            {turn.is_missed && (
              <>
                <Icon name="triangle-alert" size={14} /> {t("voice.missed")}
              </>
            )}
            {turn.confidence !== null && ` ${f.number(turn.confidence)}`}
          </small>
        </p>
      )}
      {turn.says.map((say, place) => (
        <p key={place} className="bv-said" lang={say.language} dir="auto">
          <span className="sr">{t("voice.bot")}</span>
          {say.text}
        </p>
      ))}
      <span className="small quiet num">
        {at}
        {turn.ms.answer !== undefined && ` · ${t("voice.took", { ms: f.number(turn.ms.answer) })}`}
      </span>
    </li>
  );
}
