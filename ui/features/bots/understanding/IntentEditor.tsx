/** The editor of intents and entities, with what training and a tried phrase say of them. */
import { Notice } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { useEditor } from "../document/editor";
import { Workbench } from "../document/Workbench";
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
export function IntentEditor(props: { bot: Bot; copy: WorkingCopy; at: number | undefined }) {
  const { query } = usePage<typeof understandingGrammar, "id">();
  return (
    <Workbench
      {...props}
      lang={query.lang}
      side={({ saving, isSaved }) => (
        <>
          <TryCard />
          <TrainingCard saving={saving} isSaved={isSaved} />
          <SureCard />
          <EntityCard />
        </>
      )}
    >
      <IntentTable />
      <OpenIntent />
      {query.paste && <PasteCard />}
      <ConfusionCard />
    </Workbench>
  );
}

/** The intent that the address names, or that there is none of this name. */
function OpenIntent() {
  const t = useText();
  const { query } = usePage<typeof understandingGrammar, "id">();
  const { document } = useEditor();
  if (query.intent === "") return null;
  if (Object.hasOwn(document.intents ?? {}, query.intent)) return <IntentCard key={query.intent} name={query.intent} />;
  return <Notice tone="warn" title={t("flow.noIntent", { name: query.intent })} />;
}
