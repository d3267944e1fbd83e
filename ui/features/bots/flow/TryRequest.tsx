/** Trying the request of a call with example values, as it is in the form: nothing is saved, nobody is written to. */
import { useState } from "react";
import { Button, Notice } from "../../../components";
import { CodeBlock } from "../../../components/data/CodeBlock";
import { Field } from "../../../components/fields";
import { useScripted } from "../../../hooks/useScripted";
import { useFormat, useText } from "../../../lib/i18n";
import type { Problem } from "../../../lib/problem";
import { useEditor } from "../document/editor";
import { pieces } from "../document/limits";
import { nodeLabel } from "../document/outline";
import { Part } from "../document/Part";
import type { FlowNode } from "../document/types";
import { workingApi, type TriedRequest } from "./api";

const SENT = ["method", "url", "headers", "body", "timeout_s"] as const;

/** The variables that the request sends, without secrets and the parts of what only a conversation has. */
const variablesIn = (node: FlowNode) => [
  ...new Set(
    pieces(JSON.stringify([node.url, node.headers, node.body]))
      .filter(({ text, variable }) => variable && !text.includes("."))
      .map(({ text }) => text),
  ),
];

/** Example values, the button, and what came back; without a script the sandbox does the same. */
export function TryRequest({ node }: { node: FlowNode }) {
  const t = useText();
  const scripted = useScripted();
  const { bot, mayEdit } = useEditor();
  const [values, setValues] = useState<Record<string, string>>({});
  const [send, { data, error, isLoading }] = workingApi.useTryRequestMutation();
  if (!scripted || !mayEdit || !node.url) return null;
  const names = variablesIn(node);
  const run = () =>
    void send({
      bot,
      node: Object.fromEntries(SENT.flatMap((name) => (node[name] === undefined ? [] : [[name, node[name]]]))),
      variables: Object.fromEntries(names.map((name) => [name, values[name] ?? ""])),
    });
  return (
    <Part title={t("nodes.try")}>
      <p className="small quiet">{t("nodes.tryLead")}</p>
      {names.map((name) => (
        <Field
          key={name}
          label={nodeLabel(name)}
          name={`example-${name}`}
          dir="auto"
          maxLength={2000}
          value={values[name] ?? ""}
          onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
      <p>
        <Button onClick={run} busy={isLoading}>
          {t("nodes.tryDo")}
        </Button>
      </p>
      <div role="status" className="stack">
        {error && (
          <Notice tone="bad" title={t("nodes.tryRefused")}>
            {reasonOf(error as Problem)}
          </Notice>
        )}
        {data && !error && <Answer answer={data} />}
      </div>
    </Part>
  );
}

/** Why a request was not sent: what is wrong with its parts, else the whole. */
const reasonOf = ({ detail, errors = {} }: Problem) => Object.values(errors).flat().join(" ") || detail;

/** What was sent and what came back. */
function Answer({ answer }: { answer: TriedRequest }) {
  const t = useText();
  const f = useFormat();
  const facts = [
    answer.status,
    answer.error && t(`flow.tryError.${answer.error}`) /* i18n: flow.tryError.* */,
    f.duration(answer.ms),
  ];
  const written = (part: unknown) => (typeof part === "string" ? part : JSON.stringify(part, null, 2));
  const sent = [
    `${answer.method} ${answer.url}`,
    ...Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`),
    ...(answer.body == null ? [] : ["", written(answer.body)]),
  ];
  return (
    <>
      <Notice tone={answer.ok ? "good" : "bad"} title={t(answer.ok ? "nodes.tryWorked" : "nodes.tryFailed")}>
        {facts.filter(Boolean).join(" · ")}
      </Notice>
      {answer.unset.length > 0 && (
        <p className="small fl-warned">{t("nodes.tryUnset", { names: answer.unset.map(nodeLabel).join(f.comma) })}</p>
      )}
      <CodeBlock name={t("flow.request")} code={sent.join("\n")} />
      {answer.ok && <CodeBlock name={t("nodes.tryAnswer")} code={written(answer.value ?? null)} />}
    </>
  );
}
