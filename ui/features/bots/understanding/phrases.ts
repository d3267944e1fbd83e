/** Phrases as they are compared, counted, moved and pasted. */
import { entryOf } from "../../../lib/entryOf";
import { setAt } from "../document/edit";
import { phraseLanguages, type FlowDocument } from "../document/types";

/** A phrase as it is compared: case, punctuation and spaces do not count. */
export const bare = (phrase: string): string =>
  phrase
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, " ")
    .split(/\s+/)
    .filter(Boolean)
    .join(" ");

/** How many phrases an intent has in a language. */
export const countIn = (document: FlowDocument, intent: string, language: string): number =>
  entryOf(document.intents, intent)?.phrases?.[language]?.length ?? 0;

/** How many phrases an intent has in all. */
export const countOf = (document: FlowDocument, intent: string): number =>
  Object.values(entryOf(document.intents, intent)?.phrases ?? {}).reduce((sum, list) => sum + list.length, 0);

/** The intents that have a phrase, by the phrase as it is compared. */
export function owners(document: FlowDocument): Map<string, string> {
  const byPhrase = new Map<string, string>();
  for (const [name, { phrases }] of Object.entries(document.intents ?? {}))
    for (const phrase of Object.values(phrases ?? {}).flat())
      if (!byPhrase.has(bare(phrase))) byPhrase.set(bare(phrase), name);
  return byPhrase;
}

/** Add phrases to an intent, each once. */
export function addPhrases(
  document: FlowDocument,
  intent: string,
  phrases: readonly { text: string; language: string }[],
): FlowDocument {
  return phrases.reduce((changed, { text, language }) => {
    const phrases = entryOf(changed.intents, intent)?.phrases ?? {};
    const is = (other: string) => bare(other) === bare(text);
    if (!text.trim() || Object.values(phrases).flat().some(is)) return changed;
    return setAt(changed, ["intents", intent, "phrases", language], [...(phrases[language] ?? []), text.trim()]);
  }, document);
}

/** Take a phrase out of an intent, whatever language it is in; answers that language. */
function without(
  document: FlowDocument,
  intent: string,
  phrase: string,
): { document: FlowDocument; language?: string } {
  for (const [language, list] of Object.entries(entryOf(document.intents, intent)?.phrases ?? {})) {
    const at = list.indexOf(phrase);
    if (at >= 0)
      return { document: setAt(document, ["intents", intent, "phrases", language, at], undefined), language };
  }
  return { document };
}

/** Move a phrase from one intent to another. */
export function movePhrase(document: FlowDocument, phrase: string, from: string, to: string): FlowDocument {
  const taken = without(document, from, phrase);
  if (taken.language === undefined) return document;
  return addPhrases(taken.document, to, [{ text: phrase, language: taken.language }]);
}

const SCRIPTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\p{Script=Devanagari}/u, ["hi", "mr"]],
  [/\p{Script=Arabic}/u, ["ar", "ur"]],
  [/\p{Script=Gujarati}/u, ["gu"]],
  [/\p{Script=Tamil}/u, ["ta"]],
  [/\p{Script=Telugu}/u, ["te"]],
  [/\p{Script=Kannada}/u, ["kn"]],
  [/\p{Script=Bengali}/u, ["bn"]],
];
const LATIN = ["en", "hi-Latn"];

/** The language of a phrase among those the bot has: what was named if it is one, else by its letters. */
export function languageOf(document: FlowDocument, phrase: string, detected: string | null): string {
  const spoken = phraseLanguages(document);
  if (detected && spoken.includes(detected)) return detected;
  const fitting = SCRIPTS.find(([script]) => script.test(phrase))?.[1] ?? LATIN;
  return spoken.find((language) => fitting.includes(language)) ?? spoken[0]!;
}

/** Lines of a pasted text or of a column, each once. */
export const pastedLines = (text: string): string[] => {
  const seen = new Set<string>();
  return text
    .split(/\r?\n/)
    .map((line) => line.split("\t", 1)[0]!.trim())
    .filter((line) => line !== "" && !seen.has(bare(line)) && seen.add(bare(line)));
};
