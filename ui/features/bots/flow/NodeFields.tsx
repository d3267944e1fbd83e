/** The fields of each type of node, in the order a person fills them in. */
import { Notice } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { useFields } from "../document/editor";
import { Carried, Line, PickNumber, Tick } from "../document/fields";
import { TextsField } from "../document/TextsField";
import { Target } from "../document/Target";
import { LEAD_FIELDS, OFFER_FIELDS, type FlowNode, type NodeType } from "../document/types";
import { Besides } from "../document/Besides";
import { Asked, Call, Jump, Leads, Media, Retry, Skip } from "./NodePieces";
import { PairRows } from "./PairRows";
import { Part } from "../document/Part";
import { BranchRows, LinkRows, OptionRows, VariantRows } from "./rows";

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

/** In which variable an answer is kept. */
function Save() {
  const t = useText();
  return (
    <Part title={t("flow.answer")}>
      <Line name="save" label={t("flow.saveIn")} help={t("nodes.saveHelp")} mono maxLength={64} list="fl-variables" />
    </Part>
  );
}

/** Types whose forms show no text, and no plain way on. */
const TEXTLESS: readonly NodeType[] = ["condition", "set", "call", "goal", "jump", "wait", "split"];
const ENDING: readonly NodeType[] = ["condition", "split", "end"];

/** Everything a node of a type has. */
export function NodeFields({ node }: { node: FlowNode }) {
  return (
    <>
      <Fields node={node} />
      {TEXTLESS.includes(node.type) && <Carried name="text" />}
      {ENDING.includes(node.type) && <Carried name="next" />}
    </>
  );
}

function Fields({ node }: { node: FlowNode }) {
  const t = useText();
  const f = useFormat();
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
          <Part title={t("nodes.otherAnswers")}>
            <p className="small quiet">{t("nodes.otherHelp")}</p>
            <Target name="next" label={t("flow.leads.rest")} otherwise={t("nodes.eachItsOwn")} />
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
            <PairRows name="set" names={t("flow.variableName")} values={t("nodes.expression")} expressions />
          </Part>
          <Leads />
        </>
      );
    case "call":
      return <Call node={node} />;
    case "knowledge":
      return (
        <>
          <Words title={t("nodes.question")} />
          <p className="fl-part small quiet">{t("nodes.questionHelp")}</p>
          <Leads second="none" />
        </>
      );
    case "handoff":
      return (
        <>
          <Words />
          <Part title={t("nodes.queueTitle")}>
            <Line name="queue" label={t("flow.queue")} help={t("nodes.queueHelp")} maxLength={64} />
            <Tick name="call_back" label={t("flow.callBack")} />
            <p className="small quiet">{t("nodes.callBackHelp")}</p>
          </Part>
          {node.call_back ? <Leads /> : <Leads second="closed" />}
        </>
      );
    case "lead":
      return (
        <>
          <Words />
          <Part title={t("nodes.leadFields")}>
            <p className="small quiet">{t("nodes.leadHelp", { fields: LEAD_FIELDS.join(f.comma) })}</p>
            <PairRows name="fields" names={t("nodes.leadField")} values={t("nodes.leadVariable")} />
            <Carried name="kind" />
          </Part>
          <Save />
          <Leads second="failed" />
        </>
      );
    case "offer":
      return (
        <>
          <Words title={t("nodes.offerText")} />
          <Part title={t("nodes.offerFields")}>
            <p className="small quiet">{t("nodes.offerHelp", { fields: OFFER_FIELDS.join(f.comma) })}</p>
            <PairRows name="fields" names={t("nodes.leadField")} values={t("flow.variableName")} />
          </Part>
          <Save />
          <Leads second="none" about="offer" />
        </>
      );
    case "goal":
      return (
        <>
          <Part title={t("flow.t.goal")}>
            <div className="fl-pair">
              <Line name="name" label={t("flow.goalName")} maxLength={80} mono list="fl-goals" />
              <Line name="value" label={t("flow.goalValue")} help={t("nodes.goalHelp")} mono number />
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
            <Line name="seconds" label={t("flow.seconds")} help={t("nodes.waitHelp")} number unit={t("flow.s")} />
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
  }
}
