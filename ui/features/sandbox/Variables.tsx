/** What the bot knows by now, and setting a value. */
import { ActionForm, Button, Pill } from "../../components";
import { Field, Select } from "../../components/fields";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { codeWords } from "../../lib/codes";
import type { sandboxGrammar } from "./query";
import type { Sandbox, SandboxTurn } from "./types";
import { entryOf } from "../../lib/entryOf";

/** A value as a field takes it: texts without quotes. */
const written = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value ?? null));

/** Every variable of the flow with its value; those that the turn has changed are marked. */
export function Variables({ data, turn }: { data: Sandbox; turn: SandboxTurn | undefined }) {
  const t = useText();
  const { here, form } = usePage<typeof sandboxGrammar>();
  const current = data.state.variables as Record<string, unknown>;
  const valueOf = (name: string) => entryOf(current, name);
  const names = [...new Set([...data.declared.map(({ name }) => name), ...Object.keys(current)])];
  const { before, after } = turn?.trace.variables ?? { before: {}, after: {} };
  const isNew = (name: string) => written(entryOf(before, name)) !== written(entryOf(after, name));
  return (
    <section>
      <h2>{t("sandbox.variables")}</h2>
      {names.length === 0 ? (
        <p className="quiet small">{t("sandbox.noVariables")}</p>
      ) : (
        <dl className="facts sb-facts">
          {names.map((name) => (
            <div key={name}>
              <dt>{codeWords(name)}</dt>
              <dd>
                {/* A number with its sign and a date read from the left, whatever is written around them. */}
                {valueOf(name) != null && <bdi>{written(valueOf(name))}</bdi>}{" "}
                {valueOf(name) == null ? (
                  <Pill tone="quiet">{t("sandbox.unset")}</Pill>
                ) : (
                  isNew(name) && <Pill tone="acc">{t("sandbox.isNew")}</Pill>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {names.length > 0 && !data.link && (
        <details>
          <summary>{t("sandbox.setOne")}</summary>
          <p className="quiet small">{t("sandbox.emptyUnsets")}</p>
          {names.map((name) => (
            <ActionForm
              key={`${name}=${written(valueOf(name))}`}
              call={`/api/v1/sandbox/${data.id}`}
              method="PATCH"
              page={here()}
              revision="*"
              className="sb-set"
            >
              <Field
                label={codeWords(name)}
                name={`variables.${name}`}
                defaultValue={
                  form?.values[`variables.${name}`] ?? (valueOf(name) == null ? "" : written(valueOf(name)))
                }
              />
              <Button type="submit" aria-label={t("sandbox.setNamed", { name: codeWords(name) })}>
                {t("sandbox.set")}
              </Button>
            </ActionForm>
          ))}
        </details>
      )}
    </section>
  );
}

/** Going to a node, as if the flow had led there. */
export function Jump({ data }: { data: Sandbox }) {
  const t = useText();
  const { here } = usePage<typeof sandboxGrammar>();
  const { node, stack } = data.state;
  return (
    <section>
      <h2>{t("sandbox.jump")}</h2>
      <ActionForm
        call={`/api/v1/sandbox/${data.id}`}
        method="PATCH"
        page={here({ turn: 0, part: "talk" })}
        revision="*"
        className="sb-set"
      >
        <Select
          label={t("sandbox.node")}
          name="node"
          key={node}
          defaultValue={node ?? ""}
          options={data.nodes.map(({ id, type }) => ({
            value: String(id),
            label: `${codeWords(String(id))} (${t(`sandbox.t.${String(type)}`) /* i18n: sandbox.t.* */})`,
          }))}
        />
        <Button type="submit">{t("sandbox.go")}</Button>
      </ActionForm>
      <p className="quiet small">
        {node ? t("sandbox.at", { node: codeWords(node) }) : t("sandbox.atNone")}
        {stack.length > 0 &&
          ` · ${t("sandbox.returns", { stack: stack.map((name) => name && codeWords(name)).join(" → ") })}`}
      </p>
    </section>
  );
}
