/** The words for the conditions of a document: its variables with the values they can have. */
import { entryOf } from "../../../lib/entryOf";
import { useConditionText, type Choice } from "../../../hooks/useConditionText";
import { useText } from "../../../lib/i18n";
import { ZONE, type Known } from "../../../lib/conditions";
import { BOT_CHANNELS } from "../../../lib/channels";
import { useLanguageName } from "./languageName";
import { firstText, nodeLabel, variables } from "./outline";
import { textLanguages, type FlowDocument } from "./types";

/** The variables of a document, with what their values are called in a language. */
export function useConditionWords(document: FlowDocument, language: string) {
  const t = useText();
  const languageName = useLanguageName();
  const known: Known = { types: variables(document), zone: document.hours?.zone ?? ZONE };
  const choices = (name: string): Choice[] | null => {
    // i18n: channel.*
    if (name === "channel") return BOT_CHANNELS.map((value) => ({ value, label: t(`channel.${value}`) }));
    if (name === "language") return textLanguages(document).map((value) => ({ value, label: languageName(value) }));
    const entity = entryOf(document.entities, known.types.get(name) ?? "");
    if (entity)
      return Object.entries(entity.values).map(([value, words]) => ({
        value,
        label: (words[language] ?? Object.values(words)[0])?.[0] ?? nodeLabel(value),
      }));
    const options = Object.values(document.nodes).flatMap(({ type, save, options: own }) =>
      type === "choice" && save === name ? (own ?? []) : [],
    );
    const labels = options.map(
      ({ id, label }) => [id, { value: id, label: firstText(label, language) || id }] as const,
    );
    return labels.length > 0 ? [...new Map(labels).values()] : null;
  };
  return useConditionText(known, choices);
}
