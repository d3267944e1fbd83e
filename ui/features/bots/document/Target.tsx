/** A choice of the node that something leads to. */
import { useId } from "react";
import { Icon } from "../../../components";
import { Labelled } from "../../../components/fields";
import { useScripted } from "../../../hooks/useScripted";
import { useText } from "../../../lib/i18n";
import { useGo } from "../../../page";
import { addNode } from "./edit";
import { EditorLink, useFields } from "./editor";
import { inOrder, nodeLabel } from "./outline";
import { NODE_TYPES, type NodeType } from "./types";

interface Props {
  name: string;
  label: string;
  /** What it means where nothing is chosen; without it something must be. */
  otherwise?: string;
  /** The label is said, not seen. */
  bare?: boolean;
  /** Whether a conversation would end in the open here. */
  open?: boolean;
}

/** The field; a new node can be made from it. */
export function Target({ name, label, otherwise, bare = false, open = false }: Props) {
  const t = useText();
  const id = useId();
  const go = useGo();
  const scripted = useScripted();
  const fields = useFields();
  const { editor, root } = fields;
  const value = fields.text(name);
  const names = inOrder(editor.document);
  const isGone = value !== "" && !Object.hasOwn(editor.document.nodes, value);
  const error =
    fields.errors(name).join(" ") || (open && !isGone ? t("flow.leadsNowhere") : isGone ? t("flow.gone") : undefined);
  const choose = (chosen: string) => {
    if (!chosen.startsWith("+")) return fields.set(name, chosen || undefined);
    const place = { after: String(root[1]), path: fields.full(name).slice(2) };
    const added = addNode(editor.document, chosen.slice(1) as NodeType, place);
    editor.change(added.document);
    go(editor.at(added.name), { stays: true });
  };
  const select = (
    <span className="fl-target flex gap-4">
      <select
        id={id}
        className={error ? "input select fl-open" : "input select"}
        name={name}
        value={value}
        disabled={!editor.mayEdit}
        aria-label={bare ? label : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{otherwise ?? t("flow.chooseNode")}</option>
        {isGone && <option value={value}>{t("flow.goneNode", { name: value })}</option>}
        {names.map((node) => (
          <option key={node} value={node}>
            {nodeLabel(node)}
          </option>
        ))}
        {scripted && editor.mayEdit && root[0] === "nodes" && (
          <optgroup label={t("flow.newNode")}>
            {NODE_TYPES.map((type) => (
              <option key={type} value={`+${type}`}>
                {t("flow.newOf", { type: t(`flow.t.${type}`) /* i18n: flow.t.* */ })}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      {value !== "" && !isGone && (
        <EditorLink
          to={editor.at(value)}
          className="icon-button"
          aria-label={t("flow.open", { name: nodeLabel(value) })}
        >
          <Icon name="arrow-right" size={16} className="mirror" />
        </EditorLink>
      )}
    </span>
  );
  if (!bare)
    return (
      <Labelled id={id} label={label} message={error}>
        {select}
      </Labelled>
    );
  return (
    <div>
      {select}
      {error && (
        <p className="field-error" id={`${id}-note`}>
          <Icon name="circle-alert" size={14} />
          {error}
        </p>
      )}
    </div>
  );
}
