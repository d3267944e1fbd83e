/** One call: what there is to hear, its turns in time, corrections, and what is counted of it. */
import { useRef, useState } from "react";
import { Card, Icon, LinkButton, PageHead, PageLink, Pill, ProblemNotice } from "../../../components";
import { Facts } from "../../../components/Facts";
import { useKeys } from "../../../hooks/useKeys";
import { useFormat, useText } from "../../../lib/i18n";
import { later, useGo, usePage } from "../../../page";
import { callOf, callsApi, type CallTurn, type WholeCall } from "./api";
import { clockOf } from "./clock";
import type { callGrammar } from "./query";
import { Waveform } from "./Waveform";
import "./calls.css";
import "../../../components/charts/charts.css";

const Correction = later(() => import("./Correction"), "Correction");
const Transcript = later(() => import("./Transcript"), "Transcript");
const SPEEDS = [0.8, 1, 1.25, 1.5, 2] as const;
const STEP_S = 5;

/** The page; `j` and `k` go through the calls. */
export default function CallPage() {
  const { params } = usePage<typeof callGrammar, "id">();
  const { data, error, refetch } = callsApi.useCallQuery(params.id);
  if (!data) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : null;
  return <Shown call={data} />;
}

/** Head, player, turns and facts. */
function Shown({ call }: { call: WholeCall }) {
  const t = useText();
  const f = useFormat();
  const go = useGo();
  const { query } = usePage<typeof callGrammar, "id">();
  const audio = useRef<HTMLAudioElement>(null);
  const [at, setAt] = useState(0);
  const seek = (ms: number) => {
    if (!audio.current) return;
    audio.current.currentTime = Math.max(ms - call.recording_from_ms, 0) / 1000;
    void audio.current.play();
  };
  const by = (seconds: number) => {
    if (audio.current) audio.current.currentTime += seconds;
  };
  const open = (id: string | null) => id && go(`/reports/calls/${id}`);
  useKeys({
    j: () => open(call.neighbours.next),
    k: () => open(call.neighbours.previous),
    ArrowLeft: () => by(-STEP_S),
    ArrowRight: () => by(STEP_S),
  });
  const name = call.contact?.name || (call.contact?.last4 ? `•• ${call.contact.last4}` : t("calls.unknown"));
  const chosen = call.turns.find(({ number }) => number === query.turn && query.turn > 0);
  return (
    <>
      <PageHead
        title={<bdi>{name}</bdi>}
        back={{ to: "/reports/calls", label: t("calls.title") }}
        marks={<Pill>{call.ended_by ? t(`calls.e.${call.ended_by}`) : t("calls.going")}</Pill>}
        lead={[
          call.contact?.name && call.contact.last4 && `•• ${call.contact.last4}`,
          f.dateTime(call.started_at, call.zone),
          call.bot.name,
          f.duration(call.duration_ms),
        ]
          .filter(Boolean)
          .join(" · ")}
        actions={
          <>
            {call.conversation && (
              <LinkButton to={`/reports/conversations/${call.conversation}`}>{t("calls.conversation")}</LinkButton>
            )}
            {call.neighbours.previous && (
              <LinkButton to={`/reports/calls/${call.neighbours.previous}`}>{t("calls.newer")}</LinkButton>
            )}
            {call.neighbours.next && (
              <LinkButton to={`/reports/calls/${call.neighbours.next}`}>{t("calls.older")}</LinkButton>
            )}
          </>
        }
      />
      <div className="columns ca">
        <div className="stack">
          <Card
            id="sound"
            title={t("calls.sound")}
            {...(call.keep_until && { lead: t("calls.kept", { at: f.date(call.keep_until) }) })}
          >
            {call.recording === "ready" ? (
              <div className="stack">
                {/* eslint-disable-next-line jsx-a11y/media-has-caption -- the words stand below it */}
                <audio
                  ref={audio}
                  controls
                  preload="none"
                  src={`${callOf(call.id)}/audio`}
                  onTimeUpdate={(event) => setAt(event.currentTarget.currentTime * 1000)}
                />
                {call.peaks && <Waveform call={call} peaks={call.peaks} at={at} seek={seek} />}
                <Speeds set={(speed) => audio.current && (audio.current.playbackRate = speed)} />
              </div>
            ) : (
              <p className="quiet">
                {/* i18n: calls.not.* */}
                {t("calls.notRecorded", { reason: t(`calls.not.${call.recording}`) })}
              </p>
            )}
          </Card>
          {call.recording === "ready" && <Transcript call={call} seek={seek} />}
          <ol className="ca-turns rows gap-12">
            {call.turns.map((turn) => (
              <Turn
                key={turn.number}
                turn={turn}
                isChosen={turn.number === chosen?.number}
                seek={call.recording === "ready" ? seek : null}
              />
            ))}
          </ol>
          {call.erased && <p className="quiet">{t("calls.erased")}</p>}
        </div>
        <div className="stack">
          {chosen?.kind === "speech" && !call.erased && <Correction call={call} turn={chosen} />}
          <FactsCard call={call} />
        </div>
      </div>
    </>
  );
}

/** How fast it is played. */
function Speeds({ set }: { set: (speed: number) => void }) {
  const t = useText();
  const f = useFormat();
  const [speed, setSpeed] = useState(1);
  return (
    <div className="row" role="group" aria-label={t("calls.speed")}>
      {SPEEDS.map((option) => (
        <button
          key={option}
          type="button"
          className="button size-s"
          aria-pressed={speed === option}
          onClick={() => {
            setSpeed(option);
            set(option);
          }}
        >
          {t("calls.times", { n: f.number(option) })}
        </button>
      ))}
    </div>
  );
}

/** What was heard and answered; a time seeks, and without sound is only read. */
function Turn({ turn, isChosen, seek }: { turn: CallTurn; isChosen: boolean; seek: ((ms: number) => void) | null }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof callGrammar, "id">();
  const from = turn.times.heard_from ?? turn.times.heard_at;
  const hits = Object.keys(turn.hits);
  const words = turn.corrected ?? turn.heard;
  const heard = words || (turn.key ? "" : turn.kind === "silence" ? t("calls.silence") : "");
  const marks = [
    turn.confidence !== null && f.number(turn.confidence),
    turn.intent_title,
    turn.kind === "dial" && t("calls.afterTransfer"),
    turn.is_masked && t("calls.maskedTurn"),
    ...hits,
  ].filter(Boolean);
  return (
    <li id={`t${turn.number}`} className={isChosen ? "is-chosen" : undefined}>
      <span className="ca-at num">
        {seek ? (
          <button type="button" className="link" onClick={() => seek(from)}>
            {clockOf(from)}
          </button>
        ) : (
          clockOf(from)
        )}
      </span>
      <div>
        {(heard || turn.key) && (
          <p className="ca-heard" dir="auto">
            {turn.key && <kbd>{turn.key}</kbd>} {heard}
          </p>
        )}
        {(heard || turn.key) && (
          <p className="small quiet">
            {turn.is_missed && (
              <span className="ca-warn">
                <Icon name="triangle-alert" size={14} /> {t("calls.notUnderstood")}{" "}
              </span>
            )}
            {turn.is_interrupting && <span className="ca-warn">{t("calls.interrupted")} </span>}
            {marks.join(" · ")}
            {turn.kind === "speech" && (
              <>
                {" "}
                <PageLink to={`${here({ turn: turn.number })}#correct`}>
                  {t(turn.corrected ? "calls.corrected" : "calls.correct")}
                </PageLink>
              </>
            )}
          </p>
        )}
        {turn.spoken.map((text, place) => (
          <p key={place} className="ca-said" dir="auto">
            {text}
          </p>
        ))}
      </div>
    </li>
  );
}

/** What is counted of the call. */
function FactsCard({ call }: { call: WholeCall }) {
  const t = useText();
  const f = useFormat();
  const { talk, corrected } = call;
  return (
    <Card title={t("calls.facts")}>
      <Facts
        items={[
          [t("calls.share"), f.percent(talk.talk_ratio)],
          [t("calls.silenceLong"), f.duration(talk.silence_ms)],
          [t("calls.longest"), f.duration(talk.longest_silence)],
          [t("calls.interruptions"), f.number(talk.interruptions)],
          [t("calls.words"), f.number(talk.words_per_min)],
          [t("calls.sure"), f.number(call.confidence)],
          [t("calls.nothing"), t("calls.of", { n: f.number(call.silences), of: f.number(call.asks) })],
          [t("calls.notUnderstood"), t("calls.of", { n: f.number(call.missed), of: f.number(call.spoken) })],
          [
            t("calls.wer"),
            corrected.wer === null
              ? f.number(null)
              : t("calls.werOf", { wer: f.percent(corrected.wer), n: corrected.turns, of: corrected.spoken }),
          ],
          ...(call.dialled ? [[t("calls.transfer"), t(`calls.d.${call.dialled}`)] as const] : []), // i18n: calls.d.*
          ...(call.node
            ? [
                [
                  t("calls.lastNode"),
                  <bdi key="node" className="mono">
                    {call.node}
                  </bdi>,
                ] as const,
              ]
            : []),
          ...(call.consent_version
            ? [[t("calls.consent"), t("calls.consentText", { n: call.consent_version })] as const]
            : []),
        ]}
      />
      {talk.talk_ratio === null && <p className="small quiet">{t("calls.noTimes")}</p>}
    </Card>
  );
}
