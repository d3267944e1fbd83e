/** Phrases as they are compared, counted, moved and pasted. */
import { entryOf } from "../../../lib/entryOf";
import { setAt } from "../document/edit";
import { phraseLanguages, type FlowDocument } from "../document/types";

/** The most characters of a phrase. */
export const LONGEST = 500;

/** A phrase as it is compared: case, punctuation and spaces do not count, but in one of nothing else, as an emoji. */
export function bare(phrase: string): string {
  const folded = phrase.normalize("NFKC").toLowerCase();
  const words = folded
    .replace(/[\p{P}\p{S}]/gu, " ")
    .split(/\s+/)
    .filter(Boolean);
  return words.join(" ") || folded.trim();
}

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

/** The language of a phrase: what was named if the bot has it, else by its letters, whether the bot has that or not. */
export function languageOf(document: FlowDocument, phrase: string, detected: string | null): string {
  const spoken = phraseLanguages(document);
  if (detected && spoken.includes(detected)) return detected;
  const script = SCRIPTS.find(([letters]) => letters.test(phrase))?.[1];
  return spoken.find((language) => (script ?? LATIN).includes(language)) ?? script?.[0] ?? spoken[0]!;
}

/** The first cell of a line, as sheets and lists write it: without quotes, numbers and dots of a list. */
function cellOf(line: string): string {
  const cell = line.trim();
  const quoted = /^"((?:[^"]|"")*)"(?:[,;].*)?$/.exec(cell)?.[1]?.replaceAll('""', '"');
  return (quoted ?? cell.replace(/^(?:[-*•–]|\d{1,3}[.)])\s+/u, "")).trim();
}

/** Lines of a pasted text, of a list or of a column, each once. */
export const pastedLines = (text: string): string[] => {
  const seen = new Set<string>();
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map(cellOf)
    .filter((line) => line !== "" && !seen.has(bare(line)) && seen.add(bare(line)));
};
