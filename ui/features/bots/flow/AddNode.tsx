/** Adding a node: its type, and behind which reference of another one it is. */
import { entryOf } from "../../../lib/entryOf";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { ActionForm, Button, Icon } from "../../../components";
import { useScripted } from "../../../hooks/useScripted";
import { useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { pasteNodes, readClip } from "../document/clip";
import { addNode, placeAfter } from "../document/edit";
import { EditorLink, useEditor } from "../document/editor";
import { slots } from "../document/graph";
import { inOrder, nodeLabel } from "../document/outline";
import { NODE_TYPES, type NodeType } from "../document/types";
import { NODE_ICONS } from "./icons";
import type { flowGrammar } from "./query";
import { useBranchName } from "./useBranchName";

/** The panel above the form; a type is added by one press. */
export function AddNode({ after: first }: { after: string | undefined }) {
  const t = useText();
  const go = useGo();
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => select.current?.focus(), []);
  const scripted = useScripted();
  const branchName = useBranchName();
  const { here, form } = usePage<typeof flowGrammar, "id">();
  const { bot, document, change, at } = useEditor();
  const [after, setAfter] = useState(
    form?.values.after ?? (first && Object.hasOwn(document.nodes, first) ? first : ""),
  );
  const node = entryOf(document.nodes, after);
  const places = node ? slots(node).filter(({ kind }) => kind !== "to") : [];
  const usual = placeAfter(document, after)?.path.join("/") ?? "";
  const [path, setPath] = useState<string | null>(form?.values.path ?? null);
  const chosen = places.find((slot) => slot.path.join("/") === (path ?? usual)) ?? places[0];
  const place = chosen ? { after, path: chosen.path } : null;
  const [clip, setClip] = useState<string | null>(null);
  const closed = here({ add: undefined });
  const show = (added: { document: typeof document; name: string }) => {
    change(added.document);
    go(`${at(added.name)}#node`, { stays: true });
  };
  const press = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    if (pressed?.value) show(addNode(document, pressed.value as NodeType, place));
  };
  const paste = (text: string) => {
    const copied = readClip(text);
    if (copied) show(pasteNodes(document, copied, place));
    else setClip(text);
  };
  const read = () => navigator.clipboard.readText().then(paste, () => setClip(""));
  return (
    <section className="card card-body fl-new" aria-labelledby={`${id}-title`}>
      <header className="fl-new-head">
        <h2 id={`${id}-title`}>{t("flow.addNode")}</h2>
        <EditorLink to={closed} className="icon-button" aria-label={t("common.close")} title={t("common.close")}>
          <Icon name="x" />
        </EditorLink>
      </header>
      <ActionForm
        call={`/api/v1/bots/${bot}/flow/nodes`}
        page={here()}
        then={here({ add: undefined, part: undefined, node: "{id}" }).replace("%7Bid%7D", "{id}")}
        done="added"
        onSubmit={press}
      >
        {form && Object.keys(form.problem.errors ?? {}).length > 0 && (
          <p className="field-error">
            {Object.values(form.problem.errors ?? {})
              .flat()
              .join(" ")}
          </p>
        )}
        <div className="fl-pair">
          <div className="field">
            <label htmlFor={`${id}-after`}>{t("flow.behind")}</label>
            <select
              id={`${id}-after`}
              ref={select}
              className="input select"
              name="after"
              value={after}
              onChange={(event) => {
                setAfter(event.target.value);
                setPath(null);
              }}
            >
              <option value="">{t("flow.loose")}</option>
              {inOrder(document).map((name) => (
                <option key={name} value={name}>
                  {nodeLabel(name)}
                </option>
              ))}
            </select>
          </div>
          {places.length > 1 && scripted && (
            <div className="field">
              <label htmlFor={`${id}-path`}>{t("flow.behindBranch")}</label>
              <select
                id={`${id}-path`}
                className="input select"
                name="path"
                value={chosen?.path.join("/")}
                onChange={(event) => setPath(event.target.value)}
              >
                {places.map((slot) => (
                  <option key={slot.path.join("/")} value={slot.path.join("/")}>
                    {branchName(document, after, slot)}
                  </option>
                ))}
              </select>
            </div>
          )}
          {!scripted && <input type="hidden" name="path" value={usual || "next"} />}
        </div>
        <div className="fl-types rows">
          {/* i18n: flow.t.* addnode.* */}
          {NODE_TYPES.map((type) => (
            <button key={type} name="type" value={type} className="fl-type flex text-13" title={t(`addnode.${type}`)}>
              <Icon name={NODE_ICONS[type]} size={18} className={`fl-i-${type}`} />
              <span>{t(`flow.t.${type}`)}</span>
            </button>
          ))}
        </div>
      </ActionForm>
      {scripted && (
        <div className="fl-paste">
          <Button icon="copy" size="s" onClick={() => void read()}>
            {t("flow.paste")}
          </Button>
          {clip !== null && (
            <div className="field">
              <label htmlFor={`${id}-clip`}>{t("flow.pasteHere")}</label>
              <textarea
                id={`${id}-clip`}
                className="input mono"
                rows={3}
                dir="ltr"
                value={clip}
                aria-invalid={clip !== "" || undefined}
                onChange={(event) => paste(event.target.value)}
              />
              {clip !== "" && <p className="field-error">{t("flow.noClip")}</p>}
            </div>
          )}
        </div>
      )}
    </section>
  );
}
