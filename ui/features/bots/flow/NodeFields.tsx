/** The fields of each type of node, in the order a person fills them in. */
import type { ReactNode } from "react";
import { Notice } from "../../../components";
import { useText } from "../../../lib/i18n";
import { useEditor, useFields } from "../document/editor";
import { Line, Lines, Pick, PickNumber, Tick } from "../document/fields";
import { openEnds } from "../document/graph";
import { TextsField } from "../document/TextsField";
import { Target } from "../document/Target";
import { KINDS, METHODS, type FlowNode } from "../document/types";
import { Besides } from "./Besides";
import { BranchRows, LinkRows, OptionRows, PairRows, VariantRows } from "./rows";

/** A part of the form under its own heading. */
export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="fl-part">
      <div className="fl-part-head">
        <h3>{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The text of a node with the choice of the language beside it. */
function Words({ title }: { title?: string }) {
  const t = useText();
  const { own } = useFields();
  const errors = own();
  return (
    <Part title={title ?? t("flow.text")} aside={<Besides />}>
      {errors.length > 0 && <Notice tone="bad" title={errors.join(" ")} />}
      <TextsField name="text" label={title ?? t("flow.text")} />
    </Part>
  );
}

/** Where the node leads on, in one or two ways. */
function Leads({ second }: { second?: "failed" | "none" | "closed" | "else" }) {
  const t = useText();
  const { root } = useFields();
  const { document } = useEditor();
  const open = openEnds(document).get(String(root[1]));
  const first = second === "else" ? null : "next";
  // i18n: flow.leads.* flow.without.*
  return (
    <Part title={t("flow.goesOn")}>
      <div className="fl-pair">
        {first && (
          <Target
            name="next"
            label={t(second ? `flow.leads.next_${second}` : "flow.leads.next")}
            otherwise={t("flow.endsPath")}
            open={Boolean(open?.has("next"))}
          />
        )}
        {second && <Target name={second} label={t(`flow.leads.${second}`)} otherwise={t(`flow.without.${second}`)} />}
      </div>
    </Part>
  );
}

/** In which variable an answer is kept. */
function Save() {
  const t = useText();
  return (
    <Part title={t("flow.answer")}>
      <Line name="save" label={t("flow.saveIn")} help={t("flow.saveHelp")} mono maxLength={64} list="fl-variables" />
    </Part>
  );
}

/** Everything a node of a type has. */
export function NodeFields({ node }: { node: FlowNode }) {
  const t = useText();
  switch (node.type) {
    case "message":
      return (
        <>
          <Words />
          <LinkRows />
          <Media />
          <Leads />
        </>
      );
    case "choice":
      return (
        <>
          <Words />
          <OptionRows />
          <Save />
          <Part title={t("flow.otherAnswers")}>
            <p className="small quiet">{t("flow.otherHelp")}</p>
            <Target name="next" label={t("flow.leads.rest")} otherwise={t("flow.eachItsOwn")} />
          </Part>
        </>
      );
    case "input":
      return (
        <>
          <Words />
          <Asked node={node} />
          <Retry />
          <Skip node={node} />
          <Leads />
        </>
      );
    case "condition":
      return (
        <>
          <BranchRows />
          <Leads second="else" />
        </>
      );
    case "set":
      return (
        <>
          <Part title={t("flow.sets")}>
            <PairRows name="set" names={t("flow.variableName")} values={t("flow.expression")} expressions />
          </Part>
          <Leads />
        </>
      );
    case "call":
      return <Call />;
    case "knowledge":
      return (
        <>
          <Words title={t("flow.question")} />
          <p className="fl-part small quiet">{t("flow.questionHelp")}</p>
          <Leads second="none" />
        </>
      );
    case "handoff":
      return (
        <>
          <Words />
          <Part title={t("flow.queueTitle")}>
            <Line name="queue" label={t("flow.queue")} help={t("flow.queueHelp")} maxLength={64} />
          </Part>
          <Leads second="closed" />
        </>
      );
    case "goal":
      return (
        <>
          <Part title={t("flow.t.goal")}>
            <div className="fl-pair">
              <Line name="name" label={t("flow.goalName")} maxLength={80} mono list="fl-goals" />
              <Line name="value" label={t("flow.goalValue")} help={t("flow.goalHelp")} mono number />
            </div>
          </Part>
          <Leads />
        </>
      );
    case "jump":
      return <Jump node={node} />;
    case "wait":
      return (
        <>
          <Part title={t("flow.t.wait")}>
            <Line name="seconds" label={t("flow.seconds")} help={t("flow.waitHelp")} number unit={t("flow.s")} />
          </Part>
          <Leads />
        </>
      );
    case "split":
      return <VariantRows />;
    case "rate":
      return (
        <>
          <Words />
          <Part title={t("flow.answer")}>
            <div className="fl-pair">
              <PickNumber name="scale" label={t("flow.scale")} options={[5, 10]} />
              <Line name="save" label={t("flow.saveIn")} mono maxLength={64} list="fl-variables" />
            </div>
          </Part>
          <Leads />
        </>
      );
    case "end":
      return <Words />;
    default:
      return <Notice tone="info" title={t("flow.laterType")} />;
  }
}

/** A picture, video or file. */
function Media() {
  const t = useText();
  const { value } = useFields();
  return (
    <details className="fl-part" open={Boolean(value("media"))}>
      <summary>{t("flow.media")}</summary>
      <div className="fl-stack">
        <Line name="media.url" label={t("flow.address")} mono maxLength={2000} inputMode="url" />
        <TextsField name="media.alt" label={t("flow.alt")} rows={1} wordings={false} />
      </div>
    </details>
  );
}

/** What is asked for. */
function Asked({ node }: { node: FlowNode }) {
  const t = useText();
  const { document } = useEditor();
  const entities = Object.keys(document.entities ?? {});
  // i18n: flow.k.*
  return (
    <Part title={t("flow.answer")}>
      <div className="fl-pair">
        <Pick
          name="kind"
          label={t("flow.kind")}
          fallback="text"
          options={KINDS.map((kind) => ({ value: kind, label: t(`flow.k.${kind}`) }))}
        />
        {(node.kind === "one_of" || node.entity) && (
          <Pick
            name="entity"
            label={t("flow.entity")}
            options={[
              { value: "", label: t("flow.noEntity") },
              ...entities.map((entity) => ({ value: entity, label: entity })),
            ]}
          />
        )}
        {node.kind === "rating" && <PickNumber name="scale" label={t("flow.scale")} options={[5, 10]} />}
        <Line name="save" label={t("flow.saveIn")} mono maxLength={64} list="fl-variables" />
      </div>
    </Part>
  );
}

/** What happens with an answer that does not fit. */
function Retry() {
  const t = useText();
  return (
    <Part title={t("flow.retry.title")}>
      <div className="fl-pair">
        <Line name="retry.times" label={t("flow.askAgain")} number unit={t("flow.times")} placeholder="2" />
        <Target name="retry.then" label={t("flow.leads.then")} otherwise={t("flow.without.then")} />
      </div>
      <TextsField name="retry.text" label={t("flow.retryText")} />
    </Part>
  );
}

/** A button that leaves the question out. */
function Skip({ node }: { node: FlowNode }) {
  const t = useText();
  return (
    <details className="fl-part" open={node.skip !== undefined}>
      <summary>{t("flow.skip")}</summary>
      <div className="fl-stack">
        <TextsField name="skip.label" label={t("flow.skipLabel")} limit={20} rows={1} wordings={false} />
        {node.skip && <Target name="skip.next" label={t("flow.leads.skip")} otherwise={t("flow.without.skip")} />}
      </div>
    </details>
  );
}

/** A call to another system. */
function Call() {
  const t = useText();
  const written = (body: unknown) =>
    body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body, null, 2);
  const read = (text: string): unknown => {
    if (text.trim() === "") return undefined;
    if (!/^\s*[{[]/.test(text)) return text;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return null;
    }
  };
  return (
    <>
      <Part title={t("flow.request")}>
        <div className="fl-call">
          <Pick
            name="method"
            label={t("flow.method")}
            fallback="GET"
            options={METHODS.map((method) => ({ value: method, label: method }))}
          />
          <Line name="url" label={t("flow.address")} help={t("flow.urlHelp")} mono maxLength={2000} inputMode="url" />
        </div>
        <PairRows name="headers" names={t("flow.header")} values={t("flow.headerValue")} />
        <Lines name="body" label={t("flow.body")} help={t("flow.bodyHelp")} write={written} read={read} rows={4} mono />
        <div className="fl-pair">
          <Line name="timeout_s" label={t("flow.timeout")} number unit={t("flow.s")} placeholder="6" />
          <Line
            name="save"
            label={t("flow.saveIn")}
            help={t("flow.saveCallHelp")}
            mono
            maxLength={64}
            list="fl-variables"
          />
        </div>
      </Part>
      <Leads second="failed" />
    </>
  );
}

/** Going on elsewhere, and perhaps back. */
function Jump({ node }: { node: FlowNode }) {
  const t = useText();
  const { root } = useFields();
  const { document } = useEditor();
  const open = openEnds(document).get(String(root[1]));
  return (
    <Part title={t("flow.goesOn")}>
      <Target name="to" label={t("flow.leads.to")} open={Boolean(open?.has("to"))} />
      <Tick name="back" label={t("flow.back")} />
      {node.back && (
        <Target
          name="next"
          label={t("flow.leads.back")}
          otherwise={t("flow.endsPath")}
          open={Boolean(open?.has("next"))}
        />
      )}
    </Part>
  );
}
