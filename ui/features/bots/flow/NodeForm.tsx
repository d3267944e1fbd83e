/** The form of one node: what it says, what it asks, where it leads. */
import type { FormEvent } from "react";
import { ActionForm, Button, Icon, IconButton } from "../../../components";
import { submitPath } from "../../../components/ActionForm";
import { useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { renameNode, stepNode } from "../document/edit";
import { EditorLink, FieldRoot, useEditor } from "../document/editor";
import { reachedFrom, type Source } from "../document/graph";
import { inOrder, intentTitle, nodeLabel } from "../document/outline";
import { Refused } from "../document/Refused";
import type { Saving } from "../document/saving";
import type { FlowNode } from "../document/types";
import { NodeFields } from "./NodeFields";
import { NODE_ICONS } from "./icons";
import { NameField } from "../document/NameField";
import type { flowGrammar } from "./query";
import { useBranchName } from "./useBranchName";
import { useReached } from "./useReached";
import { useClipboard } from "./useFlowKeys";
import { useRemoval } from "./useRemoval";

/** The node's head and its fields. */
export function NodeForm({ name, node, saving }: { name: string; node: FlowNode; saving: Saving }) {
  const t = useText();
  const go = useGo();
  const { here } = usePage<typeof flowGrammar, "id">();
  const editor = useEditor();
  const { bot, document, revision, refused, mayEdit } = editor;
  const call = `/api/v1/bots/${bot}/flow/nodes/${encodeURIComponent(name)}`;
  const send = (event: FormEvent) => {
    event.preventDefault();
    void saving.save();
  };
  const rename = (to: string) => {
    const renamed = renameNode(document, name, to);
    if (renamed === document) return false;
    editor.change(renamed);
    go(editor.at(to), { stays: true, replace: true });
    return true;
  };
  return (
    <>
      <Head name={name} node={node} call={call} />
      <FieldRoot path={["nodes", name]}>
        <ActionForm
          className="card fl-form"
          call={call}
          method="PUT"
          page={here()}
          then={here({ node: "{id}", part: undefined }).replace("%7Bid%7D", "{id}")}
          revision={String(revision)}
          autoComplete="off"
          done="saved"
          onSubmit={send}
        >
          {refused && <Refused />}
          <input type="hidden" name="type" value={node.type} />
          <NodeFields node={node} />
          <NameField
            value={name}
            label={t("flow.id")}
            help={t("flow.idHelp")}
            pattern="[A-Za-z0-9_.\-]{1,64}"
            asWords
            taken={(to) => Object.hasOwn(document.nodes, to)}
            rename={rename}
          />
          {mayEdit && (
            <p className="unscripted fl-submit">
              <Button type="submit" variant="primary">
                {t("flow.saveNode")}
              </Button>
            </p>
          )}
        </ActionForm>
      </FieldRoot>
    </>
  );
}

/** What the node is, how one gets to it, and what can be done with it. */
function Head({ name, node, call }: { name: string; node: FlowNode; call: string }) {
  const t = useText();
  const { here } = usePage<typeof flowGrammar, "id">();
  const editor = useEditor();
  const { document, mayEdit, revision } = editor;
  const clipboard = useClipboard(editor, name);
  const order = inOrder(document);
  const at = order.indexOf(name);
  const isLast = order.length === 1;
  const gone = here({ node: undefined, add: undefined, pane: undefined });
  const remove = useRemoval();
  const move = (by: -1 | 1) => editor.change(stepNode(document, name, by));
  const canMove = (by: -1 | 1) => stepNode(document, name, by) !== document;
  // i18n: flow.t.*
  return (
    <header className="fl-title">
      <EditorLink to={gone} className="icon-button fl-close" aria-label={t("flow.toList")} title={t("flow.toList")}>
        <Icon name="x" />
      </EditorLink>
      <Icon name={NODE_ICONS[node.type]} className={`fl-i-${node.type}`} />
      <h2 id="node" tabIndex={-1}>
        {nodeLabel(name)}
      </h2>
      <span className="fl-kind text-13 quiet">{t(`flow.t.${node.type}`)}</span>
      <span className="fl-along">
        {[-1, 1].map((by) => {
          const other = order[at + by];
          return (
            other && (
              <EditorLink
                key={by}
                to={editor.at(other)}
                className="icon-button"
                aria-label={t(by < 0 ? "flow.before" : "flow.after", { name: nodeLabel(other) })}
              >
                <Icon name={by < 0 ? "chevron-up" : "chevron-down"} />
              </EditorLink>
            )
          );
        })}
      </span>
      {mayEdit && (
        <span className="fl-tools">
          <IconButton
            className="scripted"
            icon="arrow-up"
            label={t("controls.moveUp", { what: nodeLabel(name) })}
            aria-disabled={!canMove(-1) || undefined}
            aria-keyshortcuts="Alt+ArrowUp"
            onClick={() => move(-1)}
          />
          <IconButton
            className="scripted"
            icon="arrow-down"
            label={t("controls.moveDown", { what: nodeLabel(name) })}
            aria-disabled={!canMove(1) || undefined}
            aria-keyshortcuts="Alt+ArrowDown"
            onClick={() => move(1)}
          />
          <IconButton
            className="scripted"
            icon="copy"
            label={t("flow.copy", { name: nodeLabel(name) })}
            onClick={() => void clipboard.copy(name)}
          />
          <ActionForm call={call} method="DELETE" page={gone} revision={String(revision)} done="deleted">
            <button
              className="icon-button"
              aria-label={t("flow.delete", { name: nodeLabel(name) })}
              title={t("flow.delete", { name: nodeLabel(name) })}
              aria-disabled={isLast || undefined}
              formAction={submitPath({
                call,
                method: "DELETE",
                page: gone,
                revision: String(revision),
                done: "deleted",
              })}
              onClick={(event) => {
                event.preventDefault();
                remove(name);
              }}
            >
              <Icon name="trash" />
            </button>
          </ActionForm>
        </span>
      )}
      <ReachedFrom name={name} />
    </header>
  );
}

/** Links to what leads here, instead of arrows. */
function ReachedFrom({ name }: { name: string }) {
  const t = useText();
  const { here } = usePage<typeof flowGrammar, "id">();
  const { document, language, at } = useEditor();
  const branchName = useBranchName();
  const reached = useReached()(name);
  const sources = reachedFrom(document, name);
  const part = (entry: string) => here({ part: entry, node: undefined, add: undefined, pane: undefined });
  const link = (source: Source): { to: string; label: string; how?: string } => {
    if (source.kind === "start") return { to: part("entrances"), label: t("flow.group.start") };
    if (source.kind === "fallback") return { to: part("fallback"), label: t("flow.p.fallback") };
    if (source.kind === "intent")
      return {
        to: part(`intent:${source.name}`),
        label: intentTitle(document, source.name, language),
      };
    const { kind } = source.slot;
    return {
      to: at(source.name),
      label: nodeLabel(source.name),
      ...(kind !== "next" && kind !== "to" && { how: branchName(document, source.name, source.slot) }),
    };
  };
  return (
    <p className="fl-reached small quiet">
      {t(sources.length > 0 ? "flow.reachedFrom" : "flow.notReached")}{" "}
      {sources.map((source, index) => {
        const { to, label, how } = link(source);
        return (
          <span key={index}>
            {index > 0 && ", "}
            <EditorLink to={to}>{label}</EditorLink>
            {how && ` (${how})`}
          </span>
        );
      })}
      {reached && (
        <>
          {". "}
          {reached.words}
        </>
      )}
    </p>
  );
}
