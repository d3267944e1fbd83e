/** The editor of intents and entities, with what training and a tried phrase say of them. */
import { useMemo, useRef } from "react";
import { Notice, useCan } from "../../../components";
import { Guarded } from "../../../components/forms/Guarded";
import { path } from "../../../api";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { Conflict } from "../document/Conflict";
import { EditorProvider, type Editor } from "../document/editor";
import { SaveState } from "../document/SaveState";
import { textLanguages } from "../document/types";
import { useSaving } from "../document/useSaving";
import { useUndoKeys } from "../document/useUndoKeys";
import type { WorkingCopy } from "../flow/api";
import { ConfusionCard } from "./ConfusionCard";
import { EntityCard } from "./EntityCard";
import { IntentCard } from "./IntentCard";
import { IntentTable } from "./IntentTable";
import { PasteCard } from "./PasteCard";
import type { understandingGrammar } from "./query";
import { SureCard } from "./SureCard";
import { TrainingCard } from "./TrainingCard";
import { TryCard } from "./TryCard";

/** The editor of a bot's working copy, as far as it is about understanding. */
export function IntentEditor({ bot, copy, at }: { bot: Bot; copy: WorkingCopy; at: number | undefined }) {
  const t = useText();
  const can = useCan();
  const { query, form } = usePage<typeof understandingGrammar, "id">();
  const { saving, history, issues, ...shown } = useSaving(bot.id, copy, at);
  const box = useRef<HTMLDivElement>(null);
  const document = history.present;
  const languages = textLanguages(document);
  const language = languages[0] ?? document.languages[0]!;
  const others = languages.filter((one) => one !== language);
  const beside = others.includes(query.lang) ? query.lang : others[0];
  const mayEdit = can("update", "Bot") && bot.state !== "archived";
  const editor: Editor = useMemo(
    () => ({
      bot: bot.id,
      document,
      revision: shown.revision,
      issues,
      mayEdit,
      language,
      beside,
      // A tried phrase comes back without anything refused.
      refused: form && form.problem.status >= 400 ? form : null,
      change: saving.change,
      caret: () => undefined,
      at: (node) => path(`/admin/bots/${bot.id}/flow`, { node }),
    }),
    [bot.id, document, shown.revision, issues, mayEdit, language, beside, form, saving],
  );
  useUndoKeys(saving, box, mayEdit);
  const isOpen = query.intent !== "" && query.intent in (document.intents ?? {});
  return (
    <EditorProvider value={editor}>
      <div className="in" ref={box} data-whole>
        <SaveState saving={saving} history={history} {...shown} />
        <Guarded refused={["offline", "failed", "stale"].includes(shown.state)} className="as-is">
          {null}
        </Guarded>
        <div className="in-main">
          {shown.state === "stale" && <Conflict clashes={shown.clashes} settle={saving.settle} />}
          <IntentTable />
          {isOpen && <IntentCard key={query.intent} name={query.intent} />}
          {query.intent !== "" && !isOpen && <Notice tone="warn" title={t("flow.noIntent", { name: query.intent })} />}
          {query.paste && <PasteCard />}
          <ConfusionCard />
        </div>
        <aside className="in-side">
          <TryCard />
          <TrainingCard saving={saving} isSaved={shown.state === "saved"} />
          <SureCard />
          <EntityCard />
        </aside>
      </div>
    </EditorProvider>
  );
}
