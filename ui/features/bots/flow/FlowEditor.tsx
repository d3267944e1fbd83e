/** The outline editor: the tree of nodes, the form of the one that is open, how it looks and what is wrong. */
import { entryOf } from "../../../lib/entryOf";
import { useMemo, useRef, useState } from "react";
import { Notice, useCan } from "../../../components";
import { Guarded } from "../../../components/forms/Guarded";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { Conflict } from "../document/Conflict";
import { EditorLink, EditorProvider, useEditor, type Editor } from "../document/editor";
import { variables } from "../document/outline";
import { currentIssues } from "../document/graph";
import { SaveState } from "../document/SaveState";
import { textLanguages } from "../document/types";
import { useEarlyInput } from "../document/useEarlyInput";
import { isHeldBack, useSaving } from "../document/useSaving";
import type { WorkingCopy } from "./api";
import { AddNode } from "./AddNode";
import { CanvasPart } from "./CanvasPart";
import type { PlacingRef } from "./canvas/placing";
import { Checks } from "./Checks";
import { NodeForm } from "./NodeForm";
import { Outline } from "./Outline";
import { PartForm } from "./PartForm";
import { Preview } from "./Preview";
import { PhoneBar } from "./PhoneBar";
import type { flowGrammar } from "./query";
import { TrafficSwitch } from "./TrafficSwitch";
import { useFlowKeys } from "./useFlowKeys";

/** The editor of a bot's working copy. */
export function FlowEditor({ bot, copy, at }: { bot: Bot; copy: WorkingCopy; at: number | undefined }) {
  const t = useText();
  const can = useCan();
  const { query, form, here } = usePage<typeof flowGrammar, "id">();
  const { saving, history, issues: checked, ...snapshot } = useSaving(bot.id, copy, at);
  const box = useRef<HTMLDivElement>(null);
  const placing: PlacingRef = useRef(null);
  const document = history.present;
  const issues = useMemo(
    () => (snapshot.checking ? currentIssues(checked, document) : checked),
    [snapshot.checking, checked, document],
  );
  const languages = textLanguages(document);
  const language = languages[0] ?? document.languages[0]!;
  const others = languages.filter((other) => other !== language);
  const beside = others.includes(query.lang) ? query.lang : others[0];
  const [caret, setCaret] = useState<string | null>(null);
  const mayEdit = can("update", "Bot") && bot.state !== "archived";
  const open = query.part ? "" : query.node || document.start;
  const editor: Editor = useMemo(
    () => ({
      bot: bot.id,
      document,
      revision: snapshot.revision,
      issues,
      mayEdit,
      language,
      beside,
      refused: form,
      change: saving.change,
      note: saving.note,
      mark: saving.mark,
      caret: setCaret,
      at: (node) => here({ node, part: undefined, add: undefined, pane: undefined }),
    }),
    [bot.id, document, snapshot.revision, issues, mayEdit, language, beside, form, saving, here],
  );
  useEarlyInput(box);
  useFlowKeys({ editor, open, saving, box });
  const node = entryOf(document.nodes, open);
  const isChosen = Boolean(query.node || query.part);
  return (
    <EditorProvider value={editor}>
      <div
        className="fl"
        ref={box}
        data-whole
        data-view={query.view || undefined}
        data-chosen={isChosen || undefined}
        data-pane={query.pane || undefined}
      >
        <SaveState saving={saving} history={history} {...snapshot}>
          <Views />
          {query.view && <TrafficSwitch />}
        </SaveState>
        <Guarded refused={isHeldBack(snapshot)} className="as-is">
          {null}
        </Guarded>
        {query.view && <p className="fl-no-canvas small quiet">{t("canvas.noCanvas")}</p>}
        <Outline open={open} part={query.part} />
        {query.view && <CanvasPart open={open} placing={placing} />}
        <div className="fl-middle">
          {snapshot.state === "stale" && <Conflict clashes={snapshot.clashes} settle={saving.settle} />}
          {query.add && <AddNode after={query.node || undefined} />}
          {query.part && <PartForm key={query.part} part={query.part} />}
          {!query.part && node && <NodeForm key={open} name={open} node={node} saving={saving} />}
          {!query.part && !node && (
            <Notice tone="warn" title={t("flow.noNode", { name: open })}>
              {t("flow.noNodeBody")}
            </Notice>
          )}
        </div>
        <aside className="fl-side">
          {node && <Preview node={node} caret={caret ?? language} />}
          <Checks checking={snapshot.checking} />
        </aside>
        <Known />
        <PhoneBar saving={saving} history={history} open={isChosen ? open : ""} />
      </div>
    </EditorProvider>
  );
}

/** Outline or canvas, which is for scripts and wide windows. */
function Views() {
  const t = useText();
  const { query, here } = usePage<typeof flowGrammar, "id">();
  const views = [
    { view: undefined, label: t("canvas.asOutline") },
    { view: "canvas", label: t("canvas.asCanvas") },
  ] as const;
  return (
    <nav className="segments scripted fl-views" aria-label={t("canvas.view")}>
      {views.map(({ view, label }) => (
        <EditorLink
          key={label}
          to={here({ view })}
          {...((query.view || undefined) === view && { "aria-current": "true" as const })}
        >
          {label}
        </EditorLink>
      ))}
    </nav>
  );
}

/** Names that fields offer while one types. */
function Known() {
  const { document } = useEditor();
  const goals = new Set([
    ...(document.goals ?? []),
    ...Object.values(document.nodes).flatMap(({ type, name }) => (type === "goal" && name ? [name] : [])),
  ]);
  return (
    <>
      <datalist id="fl-variables">
        {[...variables(document).keys()].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id="fl-goals">
        {[...goals].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
