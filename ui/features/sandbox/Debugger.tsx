/** How a turn came about, what the bot knows, and the ways to go elsewhere. */
import { ActionForm, Button, Field, Pill, Select } from "../../components";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { sandboxGrammar } from "./query";
import type { Sandbox, SandboxTurn } from "./types";

/** A value as JSON writes it, texts without quotes. */
const written = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** The turn first, then the variables and where to go. */
export function Debugger({ data, turn }: { data: Sandbox; turn: SandboxTurn | undefined }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof sandboxGrammar>();
  return (
    <aside className="sb-debug" aria-label={t("sandbox.debugger")}>
      <section>
        <h2>
          {t("sandbox.debugger")}
          {turn && (
            <span className="quiet small">{t("sandbox.turnOf", { n: turn.number, all: data.turns.length })}</span>
          )}
        </h2>
        {turn ? <Trace data={data} turn={turn} /> : <p className="quiet small">{t("sandbox.noTurn")}</p>}
        {turn && (
          <ActionForm call={`/api/v1/sandbox/${data.id}/rewind`} page={here({ turn: 0 })} done="rewound">
            <input type="hidden" name="turn" value={turn.number} />
            <Button type="submit" size="s" icon="undo-2">
              {t("sandbox.rewind", { n: turn.number })}
            </Button>
          </ActionForm>
        )}
      </section>
      <Variables data={data} />
      <section>
        <h2>{t("sandbox.jump")}</h2>
        <ActionForm
          call={`/api/v1/sandbox/${data.id}`}
          method="PATCH"
          page={here({ turn: 0 })}
          revision="*"
          className="sb-set"
        >
          <Select
            label={t("sandbox.node")}
            name="node"
            defaultValue={data.state.node ?? ""}
            options={data.nodes.map(({ id, type }) => ({ value: String(id), label: `${id} (${type})` }))}
          />
          <Button type="submit">{t("sandbox.go")}</Button>
        </ActionForm>
        <p className="quiet small">
          {t("sandbox.at", { node: data.state.node ?? f.number(null) })}
          {data.state.stack.length > 0 && ` · ${t("sandbox.returns", { stack: data.state.stack.join(" → ") })}`}
        </p>
      </section>
    </aside>
  );
}

/** The decisions of one turn, in their order. */
function Trace({ data, turn }: { data: Sandbox; turn: SandboxTurn }) {
  const t = useText();
  const f = useFormat();
  const { trace } = turn;
  const types = new Map(data.nodes.map(({ id, type }) => [String(id), String(type)]));
  const score = (value: number) => f.number(Math.round(value * 100) / 100);
  return (
    <>
      <dl className="facts">
        {trace.rule !== null && (
          <div>
            <dt>{t("sandbox.rule")}</dt>
            <dd>{t(`sandbox.r.${trace.rule}`) /* i18n: sandbox.r.* */}</dd>
          </div>
        )}
        {trace.intent && (
          <div>
            <dt>{t("sandbox.intent")}</dt>
            <dd>
              <code>{String(trace.intent.name)}</code>{" "}
              {typeof trace.intent.confidence === "number" && score(trace.intent.confidence)}
            </dd>
          </div>
        )}
        {trace.corrected && (
          <div>
            <dt>{t("sandbox.corrected")}</dt>
            <dd>
              <code>{trace.corrected}</code>
            </dd>
          </div>
        )}
        {trace.fallback && (
          <div>
            <dt>{t("sandbox.fallback")}</dt>
            <dd>
              <Pill tone="warn">{t(`sandbox.f.${trace.fallback}`) /* i18n: sandbox.f.* */}</Pill>
            </dd>
          </div>
        )}
        {trace.understanding !== null && (
          <div>
            <dt>{t("sandbox.understanding")}</dt>
            <dd>{trace.understanding ? trace.engines.join(", ") : t("sandbox.byPhrases")}</dd>
          </div>
        )}
        <div>
          <dt>{t("sandbox.took")}</dt>
          <dd>{t("sandbox.ms", { n: f.number(trace.ms) })}</dd>
        </div>
      </dl>
      {trace.candidates.length > 0 && (
        <ul className="sb-list">
          {trace.candidates.map(({ name, confidence }) => (
            <li key={name}>
              <code>{name}</code> <span>{score(confidence)}</span>
            </li>
          ))}
        </ul>
      )}
      <h3>{t("sandbox.path")}</h3>
      {trace.path.length === 0 ? (
        <p className="quiet small">{t("sandbox.noPath")}</p>
      ) : (
        <ol className="sb-path">
          {trace.path.map((node, i) => (
            <li key={i}>
              <code>{node}</code> <span className="quiet">{types.get(node)}</span>
              {trace.conditions
                .filter((one) => one.node === node)
                .map((one, at) => (
                  <small key={at}>
                    {String(one.if)} → {one.holds ? t("sandbox.holds") : t("sandbox.holdsNot")}
                  </small>
                ))}
              {trace.calls
                .filter((one) => one.node === node && one.type === "call")
                .map((one, at) => (
                  <small key={at} className={one.error ? "bad" : undefined}>
                    <bdi dir="ltr">
                      {String(one.method)} {String(one.url)}
                    </bdi>{" "}
                    {one.status ? String(one.status) : ""} {one.error ? String(one.error) : ""}{" "}
                    {t("sandbox.ms", { n: f.number(Number(one.ms)) })}
                  </small>
                ))}
            </li>
          ))}
        </ol>
      )}
      {[...trace.errors, ...trace.warnings].map((one, i) => (
        <p key={i} className="sb-warning small">
          <code>{String(one.code)}</code>{" "}
          {[one.node, one.name, one.detail]
            .filter(Boolean)
            .map((part) => String(part))
            .join(" · ")}
        </p>
      ))}
    </>
  );
}

/** What the bot knows by now, and setting one of them. */
function Variables({ data }: { data: Sandbox }) {
  const t = useText();
  const { here } = usePage<typeof sandboxGrammar>();
  const known = Object.entries(data.state.variables);
  return (
    <section>
      <h2>{t("sandbox.variables")}</h2>
      {known.length === 0 ? (
        <p className="quiet small">{t("sandbox.noVariables")}</p>
      ) : (
        <dl className="facts">
          {known.map(([name, value]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                <bdi>{written(value)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {known.map(([name, value]) => (
        <details key={name}>
          <summary>{t("sandbox.setOne", { name })}</summary>
          <ActionForm call={`/api/v1/sandbox/${data.id}`} method="PATCH" page={here()} revision="*" className="sb-set">
            <Field label={name} name={`variables.${name}`} defaultValue={value === null ? "" : written(value)} />
            <Button type="submit">{t("sandbox.set")}</Button>
          </ActionForm>
        </details>
      ))}
    </section>
  );
}
