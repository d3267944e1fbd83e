/** How a bot of ours came to its answer: candidates, path, values, calls – and what the turn should have been. */
import { ActionForm, Button, Facts, Icon, Pill, Select } from "../../../components";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { transcriptGrammar } from "./query";
import type { Trace, Transcript, Turn } from "./types";

/** A value as JSON writes it, texts without quotes. */
const written = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value ?? null));

/** The parts of a trace that say something. */
export function TraceFacts({ trace }: { trace: Trace }) {
  const t = useText();
  const f = useFormat();
  const { before, after } = trace.variables;
  const names = Object.keys(after).filter((name) => after[name] != null || before[name] != null);
  return (
    <>
      {trace.rule !== null && (
        <Facts
          items={[
            [t("conversations.readAs"), t(`conversations.r.${trace.rule}`)], // i18n: conversations.r.*
            [t("conversations.readBy"), trace.engines.length ? trace.engines.join(", ") : t("conversations.byPhrases")],
          ]}
        />
      )}
      {trace.candidates.length > 0 && <Candidates trace={trace} />}
      {trace.path.length > 0 && (
        <>
          <h3>
            {t("conversations.path")} <span className="quiet">{f.duration(trace.ms)}</span>
          </h3>
          <ol className="tp">
            {trace.path.map((node, i) => (
              <li key={i}>
                <code>{node}</code>
              </li>
            ))}
          </ol>
        </>
      )}
      {names.length > 0 && (
        <>
          <h3>{t("conversations.variables")}</h3>
          <Facts
            items={names.map((name) => [
              <code key="n">{name}</code>,
              <span key="v">
                {written(before[name]) !== written(after[name]) && before[name] != null && (
                  <>
                    <del>
                      <bdi>{written(before[name])}</bdi>
                    </del>{" "}
                  </>
                )}
                <bdi>{written(after[name])}</bdi>{" "}
                {written(before[name]) !== written(after[name]) && <Pill tone="acc">{t("conversations.changed")}</Pill>}
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
    </>
  );
}

/** The likeliest intents with their scores against the threshold. */
function Candidates({ trace }: { trace: Trace }) {
  const t = useText();
  const f = useFormat();
  const score = (value: number) => f.number(value, { digits: 2 });
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
            <code>{name}</code>
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

/** What stands in a text for what was taken out of it. */
const MASKED = /\[(?:email|vin|registration|card|phone|number)\]/;

/** What the turn should have been: a phrase for the working copy, and a case that keeps it right. */
export function Fix({ data, turn }: { data: Transcript; turn: Turn }) {
  const t = useText();
  const { here } = usePage<typeof transcriptGrammar, "id">();
  const call = `/api/v1/conversations/${data.id}/turns/${turn.number}/fix`;
  const page = `${here({ turn: turn.number })}#t${turn.number}`;
  const { values, errors, failed } = useOwnForm(call);
  const said = turn.messages.filter(({ speaker }) => speaker === "user").at(-1);
  if (data.intents.length === 0 || !said || !["text", "speech"].includes(said.kind)) return null;
  const likely = ((turn.trace as Trace | null)?.candidates ?? []).map(({ name }) => name);
  const fixed = data.fixed.find((one) => one.turn === turn.number)?.intent;
  const names = [...new Set([...likely.filter((name) => data.intents.includes(name)), ...data.intents])];
  return (
    <section className="tf">
      <h3>{t("conversations.fix")}</h3>
      {fixed && (
        <ActionForm call={`${call}/undo`} page={page} done="fixUndone" className="row">
          <span className="small">
            <Icon name="circle-check" size={16} /> {t("conversations.fixedAs", { intent: fixed })}
          </span>
          <Button type="submit" size="s" icon="undo-2">
            {t("conversations.undoFix")}
          </Button>
        </ActionForm>
      )}
      {MASKED.test(said.text) ? (
        <p className="small quiet">{t("conversations.maskedText")}</p>
      ) : (
        // Of each turn a form of its own: what is chosen for one is nothing for the next.
        <ActionForm key={`${turn.number}:${fixed ?? ""}`} call={call} page={page} done="fixed">
          <Select
            label={t("conversations.shouldBe")}
            name="intent"
            defaultValue={values.intent ?? fixed ?? names[0]}
            error={errors.intent ?? failed ?? undefined}
            help={t("conversations.fixHelp")}
            options={names.map((name) => ({ value: name, label: name }))}
          />
          <Button type="submit" size="s" icon="plus">
            {t("conversations.addPhrase")}
          </Button>
        </ActionForm>
      )}
    </section>
  );
}
