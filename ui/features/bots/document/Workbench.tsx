/** What every editor of a working copy has around it: saving, undo, conflicts, and what its fields know. */
import { useMemo, useRef, type ReactNode } from "react";
import { path } from "../../../api";
import { useCan } from "../../../components";
import { Guarded } from "../../../components/forms/Guarded";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import type { WorkingCopy } from "../flow/api";
import { Conflict } from "./Conflict";
import { EditorProvider, type Editor } from "./editor";
import { SaveState } from "./SaveState";
import type { Saving } from "./saving";
import { textLanguages } from "./types";
import { useEarlyInput } from "./useEarlyInput";
import { isHeldBack, useSaving } from "./useSaving";
import { useUndoKeys } from "./useUndoKeys";
import "./understanding.css";

interface Props {
  bot: Bot;
  copy: WorkingCopy;
  /** When the copy was read. */
  at: number | undefined;
  /** The language that is beside the first one, where the bot has it. */
  lang: string;
  /** What its readers have to be able to change. */
  of?: "Bot" | "Text";
  children: ReactNode;
  /** What is at the side. */
  side: (progress: { saving: Saving; isSaved: boolean }) => ReactNode;
}

/** The editor of a working copy with its main part and what is at its side. */
export function Workbench({ bot, copy, at, lang, of = "Bot", children, side }: Props) {
  const can = useCan();
  const { form } = usePage();
  const { saving, history, issues, ...snapshot } = useSaving(bot.id, copy, at);
  const box = useRef<HTMLDivElement>(null);
  const document = history.present;
  const languages = textLanguages(document);
  const language = languages[0] ?? document.languages[0]!;
  const others = languages.filter((other) => other !== language);
  const beside = others.includes(lang) ? lang : others[0];
  const mayEdit = can("update", of) && bot.state !== "archived";
  const editor: Editor = useMemo(
    () => ({
      bot: bot.id,
      document,
      revision: snapshot.revision,
      issues,
      mayEdit,
      language,
      beside,
      // A form that only asks comes back without anything refused.
      refused: form && form.problem.status >= 400 ? form : null,
      change: saving.change,
      note: saving.note,
      mark: saving.mark,
      caret: () => undefined,
      at: (node) => path(`/admin/bots/${bot.id}/flow`, { node }),
    }),
    [bot.id, document, snapshot.revision, issues, mayEdit, language, beside, form, saving],
  );
  useEarlyInput(box);
  useUndoKeys(saving, box, mayEdit);
  return (
    <EditorProvider value={editor}>
      <div className="in" ref={box} data-whole>
        <SaveState saving={saving} history={history} {...snapshot} />
        <Guarded refused={isHeldBack(snapshot)} className="as-is">
          {null}
        </Guarded>
        <div className="in-main">
          {snapshot.state === "stale" && <Conflict clashes={snapshot.clashes} settle={saving.settle} />}
          {children}
        </div>
        <aside className="in-side">
          {side({ saving, isSaved: snapshot.state === "saved" && snapshot.unread.length === 0 })}
        </aside>
      </div>
    </EditorProvider>
  );
}
