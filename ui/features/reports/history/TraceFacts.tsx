/** How a bot of ours came to its answer: candidates, path, values, calls. */
import type { Formatter } from "../../../lib/format";
import { Pill, useCan } from "../../../components";
import { Facts } from "../../../components/Facts";
import { searchesOf, Sources } from "../../../components/Sources";
import { useFormat, useText } from "../../../lib/i18n";
import { codeWords } from "../../../lib/codes";
import type { Trace, Transcript } from "./types";
import { entryOf } from "../../../lib/entryOf";

type Titles = Transcript["titles"];

/** A value as it is read: texts as they are, the parts of an answer one after the other. */
const written = (value: unknown, f: Formatter): string =>
  typeof value === "object" && value !== null
    ? Object.entries(value)
        .map(([name, part]) => `${codeWords(name)}: ${written(part, f)}`)
        .join(f.comma)
    : String(value ?? "—");

/** The parts of a trace that say something. */
export function TraceFacts({ trace, titles, bot }: { trace: Trace; titles: Titles; bot: string }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { before, after } = trace.variables;
  const names = Object.keys(after).filter((name) => after[name] != null || entryOf(before, name) != null);
  const searches = can("read", "Bot") ? searchesOf(trace.calls).filter(({ hits }) => hits?.length) : [];
  return (
    <>
      {trace.rule !== null && (
        <Facts
          items={[
            [t("conversations.readAs"), t(`conversations.r.${trace.rule}`)], // i18n: conversations.r.*
            [
              t("conversations.readBy"),
              trace.engines.length
                ? f.list(
                    trace.engines.map(
                      (engine) => t(`conversations.engine.${engine}`) /* i18n: conversations.engine.* */,
                    ),
                  )
                : t("conversations.byPhrases"),
            ],
          ]}
        />
      )}
      {trace.candidates.length > 0 && <Candidates trace={trace} titles={titles} />}
      {trace.path.length > 0 && (
        <>
          <h3>
            {t("conversations.path")} <span className="quiet">{f.duration(trace.ms)}</span>
          </h3>
          <ol className="tp">
            {trace.path.map((node, i) => (
              <li key={i}>{codeWords(node)}</li>
            ))}
          </ol>
        </>
      )}
      {names.length > 0 && (
        <>
          <h3>{t("conversations.variables")}</h3>
          <Facts
            items={names.map((name) => [
              codeWords(name),
              <span key="v">
                {written(entryOf(before, name), f) !== written(after[name], f) && entryOf(before, name) != null && (
                  <>
                    <del>
                      <bdi>{written(entryOf(before, name), f)}</bdi>
                    </del>{" "}
                  </>
                )}
                <bdi>{written(after[name], f)}</bdi>{" "}
                {written(entryOf(before, name), f) !== written(after[name], f) && (
                  <Pill tone="acc">{t("conversations.changed")}</Pill>
                )}
              </span>,
            ])}
          />
        </>
      )}
      {trace.calls.length > 0 && (
        <>
          <h3>{t("conversations.calls")}</h3>
          <Facts
            items={trace.calls.map((call) => [
              <bdi key="c" dir="ltr">
                {call.type === "call" ? `${String(call.method)} ${String(call.url)}` : t("conversations.search")}
              </bdi>,
              [call.status, call.error, call.ms === undefined ? null : f.duration(call.ms)].filter(Boolean).join(" · "),
            ])}
          />
        </>
      )}
      {searches.map((search, i) => (
        <section key={i}>
          <h3>{t("conversations.sources")}</h3>
          <Sources bot={bot} search={search} words="conversations" />
        </section>
      ))}
    </>
  );
}

/** The likeliest intents with their scores against the threshold. */
function Candidates({ trace, titles }: { trace: Trace; titles: Titles }) {
  const t = useText();
  const f = useFormat();
  const score = (value: number) => f.percent(value * 100, 0);
  const { threshold, band } = trace;
  return (
    <>
      <h3>{t("conversations.candidates")}</h3>
      {threshold !== null && (
        <p className="quiet small">
          {t("conversations.bands", { accept: score(threshold), confirm: score(threshold / 2) })}
        </p>
      )}
      <ol className="tc">
        {trace.candidates.map(({ name, confidence }, i) => (
          <li key={name} className={i === 0 ? "first" : undefined}>
            <span dir="auto">{entryOf(titles, name) ?? codeWords(name)}</span>
            <svg aria-hidden="true">
              <rect width="100%" />
              <rect className="v" width={`${Math.round(confidence * 100)}%`} />
              {threshold !== null && (
                <line x1={`${Math.round(threshold * 100)}%`} x2={`${Math.round(threshold * 100)}%`} y1="0" y2="100%" />
              )}
            </svg>
            <span>{score(confidence)}</span>
          </li>
        ))}
      </ol>
      {band && <p className="small">{t(`conversations.band.${band}`) /* i18n: conversations.band.* */}</p>}
    </>
  );
}
