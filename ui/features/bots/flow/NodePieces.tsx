/** Pieces of the forms of nodes: ways on, what is asked, a call, a jump. */
import { useScripted } from "../../../hooks/useScripted";
import { useText } from "../../../lib/i18n";
import { useEditor, useFields } from "../document/editor";
import { Carried, Line, Lines, Pick, PickNumber, Tick } from "../document/fields";
import { openEnds, reachable } from "../document/graph";
import { later } from "../../../page/later";
import { nodeLabel } from "../document/outline";
import { Target } from "../document/Target";
import { TextsField } from "../document/TextsField";
import { KINDS, METHODS, type FlowNode } from "../document/types";
import { MediumChoice } from "./MediumChoice";
import { PairRows } from "./PairRows";
import { Part } from "../document/Part";

const TryRequest = later(() => import("./TryRequest"), "TryRequest");

/** Where the node leads on, in one or two ways. */
export function Leads({ second, about = second }: { second?: "failed" | "none" | "closed" | "else"; about?: string }) {
  const t = useText();
  const { root } = useFields();
  const { document } = useEditor();
  const open = openEnds(document).get(String(root[1]));
  const first = second === "else" ? null : "next";
  // A path from the start has to lead on; one that a jump comes back from may end.
  const mayEnd = !reachable(document, [document.start], false).has(String(root[1]));
  // i18n: flow.leads.* flow.without.*
  return (
    <Part title={t("flow.goesOn")}>
      <div className="fl-pair">
        {first && (
          <Target
            name="next"
            label={t(about ? `flow.leads.next_${about}` : "flow.leads.next")}
            {...(mayEnd && { otherwise: t("flow.endsPath") })}
            open={Boolean(open?.has("next"))}
          />
        )}
        {second && <Target name={second} label={t(`flow.leads.${about}`)} otherwise={t(`flow.without.${second}`)} />}
      </div>
    </Part>
  );
}

/** A picture, video or file: one of the library, or by its address. */
export function Media() {
  const t = useText();
  const { value } = useFields();
  const scripted = useScripted();
  return (
    <details className="fl-part" open={Boolean(value("media"))}>
      <summary>{t("flow.media")}</summary>
      <div className="fl-stack">
        <MediumChoice />
        {!(scripted && value("media.file")) && (
          <Line name="media.url" label={t("flow.mediaAddress")} mono maxLength={2000} inputMode="url" />
        )}
        <TextsField isNamed name="media.alt" label={t("flow.alt")} rows={1} wordings={false} />
        <Carried name="media.kind" />
      </div>
    </details>
  );
}

/** What is asked for. */
export function Asked({ node }: { node: FlowNode }) {
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
              ...entities.map((entity) => ({ value: entity, label: nodeLabel(entity) })),
            ]}
          />
        )}
        {node.kind === "rating" ? (
          <PickNumber name="scale" label={t("flow.scale")} options={[5, 10]} />
        ) : (
          <Carried name="scale" />
        )}
        <Line name="save" label={t("flow.saveIn")} mono maxLength={64} list="fl-variables" />
      </div>
      {["date", "time", "datetime"].includes(node.kind ?? "") ? (
        <>
          <Tick name="open_only" label={t("flow.openOnly")} />
          <p className="small quiet">{t("flow.openOnlyHelp")}</p>
        </>
      ) : (
        <Carried name="open_only" />
      )}
    </Part>
  );
}

/** What happens with an answer that does not fit. */
export function Retry() {
  const t = useText();
  return (
    <Part title={t("flow.retry.title")}>
      <div className="fl-pair">
        <Line name="retry.times" label={t("flow.askAgain")} number unit={t("flow.times")} placeholder="2" />
        <Target name="retry.then" label={t("flow.leads.then")} otherwise={t("flow.without.then")} />
      </div>
      <TextsField isNamed name="retry.text" label={t("flow.retryText")} />
    </Part>
  );
}

/** A button that leaves the question out. */
export function Skip({ node }: { node: FlowNode }) {
  const t = useText();
  return (
    <details className="fl-part" open={node.skip !== undefined}>
      <summary>{t("flow.skip")}</summary>
      <div className="fl-stack">
        <TextsField isNamed name="skip.label" label={t("flow.skipLabel")} limit={20} rows={1} wordings={false} />
        {node.skip && <Target name="skip.next" label={t("flow.leads.skip")} otherwise={t("flow.without.skip")} />}
      </div>
    </details>
  );
}

/** A call to another system. */
export function Call({ node }: { node: FlowNode }) {
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
        <div className="fl-call rows gap-12">
          <Pick
            name="method"
            label={t("flow.method")}
            fallback="GET"
            options={METHODS.map((method) => ({ value: method, label: method }))}
          />
          <Line name="url" label={t("flow.address")} help={t("flow.urlHelp")} mono maxLength={2000} inputMode="url" />
        </div>
        <PairRows name="headers" names={t("flow.header")} values={t("flow.headerValue")} />
        <Lines
          name="body"
          label={t("flow.body")}
          help={t("flow.bodyHelp", { variable: '"{{day}}"', secret: "{{secret.CRM_KEY}}" })}
          write={written}
          read={read}
          rows={4}
          mono
        />
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
      <TryRequest node={node} />
      <Leads second="failed" />
    </>
  );
}

/** Going on elsewhere, and perhaps back. */
export function Jump({ node }: { node: FlowNode }) {
  const t = useText();
  const { root } = useFields();
  const { document } = useEditor();
  const open = openEnds(document).get(String(root[1]));
  return (
    <Part title={t("flow.goesOn")}>
      <Target name="to" label={t("flow.leads.to")} open={Boolean(open?.has("to"))} />
      <Tick name="back" label={t("flow.back")} />
      {node.back ? (
        <Target
          name="next"
          label={t("flow.leads.back")}
          otherwise={t("flow.endsPath")}
          open={Boolean(open?.has("next"))}
        />
      ) : (
        <Carried name="next" />
      )}
    </Part>
  );
}
