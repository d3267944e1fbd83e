/** The decisions of one turn as a line from what was understood to what was said. */
import type { ReactNode } from "react";
import { Pill } from "../../components";
import { searchesOf, Sources } from "../../components/Sources";
import { useFormat, useText } from "../../lib/i18n";
import { useConditionText } from "../../hooks/useConditionText";
import { codeWords } from "../../lib/codes";
import type { Sandbox, SandboxTurn } from "./types";
import { entryOf } from "../../lib/entryOf";

/** The rule by which a text is not understood. */
const MISS = 9;

/** One stop of the line. */
function Stop({
  tone,
  name,
  after,
  children,
}: {
  tone?: string;
  name: ReactNode;
  after?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className={tone}>
      <span>
        {name}
        {after && <span className="sb-ms">{after}</span>}
      </span>
      {children}
    </li>
  );
}

/** What was understood, the nodes with their conditions and calls, and the answer. */
export function Trace({ data, turn }: { data: Sandbox; turn: SandboxTurn }) {
  const t = useText();
  const f = useFormat();
  const { trace } = turn;
  const types = new Map(data.nodes.map(({ id, type }) => [String(id), String(type)]));
  const messages = turn.messages.filter(({ speaker }) => speaker === "bot");
  const length = messages.reduce((sum, { text }) => sum + text.length, 0);
  return (
    <>
      <ol className="sb-path">
        <Understood turn={turn} titles={data.titles} />
        {trace.path.map((node, i) => (
          <Node key={i} node={node} type={types.get(node)} turn={turn} />
        ))}
        {trace.calls
          .filter((call) => call.type === "handler")
          .map((call, i) => (
            <Handlers key={i} ms={Number(call.ms ?? 0)} tried={(call.tried ?? []) as Tried[]} />
          ))}
        {searchesOf(trace.calls).map((search, i) => (
          <Stop key={i} name={t("sandbox.sources")}>
            <Sources bot={data.bot} search={search} words="sandbox" />
          </Stop>
        ))}
        {trace.path.length === 0 && <Stop name={t("sandbox.noPath")} tone="quiet" />}
        <Stop
          name={t(messages.length > 0 ? "sandbox.replied" : "sandbox.silent")}
          after={t("sandbox.ms", { n: f.number(trace.ms) })}
        >
          {messages.length > 0 && <small>{t("sandbox.repliedWith", { n: messages.length, characters: length })}</small>}
        </Stop>
      </ol>
      {[...trace.errors, ...trace.warnings].map((error, i) => (
        <p key={i} className="sb-warning small">
          {t(`sandbox.w.${String(error.code)}`) /* i18n: sandbox.w.* */}{" "}
          <bdi>
            {[error.node, error.name, error.option]
              .filter(Boolean)
              .map((part) => codeWords(String(part)))
              .join(" · ")}
          </bdi>
        </p>
      ))}
    </>
  );
}

/** One try of a handler. */
interface Tried {
  kind: string;
  ms: number;
  error: string;
}

/** The handlers that were asked in turn, as the flow had no answer. */
function Handlers({ ms, tried }: { ms: number; tried: Tried[] }) {
  const t = useText();
  const f = useFormat();
  return (
    <Stop name={t("sandbox.handlers")} after={t("sandbox.ms", { n: f.number(ms) })}>
      {tried.map((tried, i) => (
        <small key={i} className={tried.error ? "bad" : undefined}>
          {/* i18n: sandbox.h.* sandbox.e.* */}
          {t(`sandbox.h.${tried.kind}`)} {tried.error && t(`sandbox.e.${tried.error}`)}
        </small>
      ))}
    </Stop>
  );
}

/** By which rule, which intent, by which engines, and what else it could have been. */
function Understood({ turn, titles }: { turn: SandboxTurn; titles: Sandbox["titles"] }) {
  const t = useText();
  const f = useFormat();
  const { trace, kind } = turn;
  const score = (value: number) => f.percent(value * 100, 0);
  const titleOf = (name: string) => entryOf(titles, name) ?? codeWords(name);
  const confidence = trace.intent?.confidence;
  const values = [...trace.reused, ...trace.filled];
  const by =
    kind === "text"
      ? trace.understanding
        ? f.list(trace.engines.map((engine) => t(`sandbox.engine.${engine}`) /* i18n: sandbox.engine.* */))
        : t("sandbox.byPhrases")
      : t("sandbox.noClassifier");
  return (
    <Stop
      tone={trace.fallback || trace.rule === MISS ? "bad" : undefined}
      name={
        trace.rule !== null
          ? t(`sandbox.r.${trace.rule}`) // i18n: sandbox.r.*
          : t(`sandbox.k.${kind}`) // i18n: sandbox.k.*
      }
    >
      {trace.intent && (
        <small>
          <b dir="auto">{titleOf(String(trace.intent.name))}</b> {typeof confidence === "number" && score(confidence)}
        </small>
      )}
      {trace.corrected && (
        <small>
          {t("sandbox.corrected")} {codeWords(trace.corrected)}
        </small>
      )}
      {trace.fallback && <Pill tone="warn">{t(`sandbox.f.${trace.fallback}`) /* i18n: sandbox.f.* */}</Pill>}
      <small>{by}</small>
      {values.length > 0 && <small>{t("sandbox.known", { names: f.list(values.map(codeWords)) })}</small>}
      {trace.threshold !== null && (
        <small>{t("sandbox.threshold", { n: score(trace.threshold), band: t(`sandbox.b.${trace.band}`) })}</small>
      )}
      {/* i18n: sandbox.b.* */}
      {trace.candidates.slice(0, 4).map(({ name, confidence: likely }) => (
        <small key={name} className="sb-candidate">
          <span dir="auto">{titleOf(name)}</span> <span>{score(likely)}</span>
        </small>
      ))}
    </Stop>
  );
}

/** A node that was run, with what its conditions came to and what its call was answered. */
function Node({ node, type, turn }: { node: string; type: string | undefined; turn: SandboxTurn }) {
  const t = useText();
  const f = useFormat();
  const { trace } = turn;
  const { words } = useConditionText();
  const call = trace.calls.find((call) => call.node === node && call.type === "call");
  return (
    <Stop
      tone={call?.error ? "bad" : undefined}
      name={codeWords(node)}
      after={call && t("sandbox.ms", { n: f.number(Number(call.ms)) })}
    >
      {type && <small>{t(`sandbox.t.${type}`) /* i18n: sandbox.t.* */}</small>}
      {trace.conditions
        .filter((condition) => condition.node === node)
        .map((condition, at) => (
          <small key={at}>
            <bdi>{words(String(condition.if))}</bdi> {condition.holds ? t("sandbox.holds") : t("sandbox.holdsNot")}
          </small>
        ))}
      {call && (
        <small className={call.error ? "bad" : undefined}>
          <bdi dir="ltr">
            {String(call.method)} {String(call.url)}
          </bdi>{" "}
          {[call.status, call.sample && t("sandbox.sampled"), call.error && t(`sandbox.e.${String(call.error)}`)]
            .filter(Boolean)
            .join(" ")}
          {/* i18n: sandbox.e.* */}
        </small>
      )}
    </Stop>
  );
}
