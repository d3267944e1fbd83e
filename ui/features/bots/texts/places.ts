/** Where the texts of a document stand, in the order of its outline, and what is to be done about each. */
import { LIMITS, lengthOf } from "../document/limits";
import { inOrder } from "../document/outline";
import type { FlowDocument, FlowNode, Said, Texts } from "../document/types";
import type { Only } from "./query";

/** One text: its path in the document, what kind of text it is, and how long it may be. */
export interface Place {
  path: string;
  steps: readonly (string | number)[];
  /** The node it belongs to, if it is a node's. */
  node?: string;
  /** What the text is: `text`, `button`, `retry`, `question`… */
  kind: string;
  /** Which of several: the place of a button or of an answer, from 1. */
  number?: number;
  texts: Texts;
  limit: number;
  /** Whether every language must have it. */
  needed: boolean;
}

const SPEAKING = ["message", "choice", "input", "rate"];

/** Every text of a document; the API's `texts` module knows the same paths. */
export function places(document: FlowDocument): Place[] {
  const all: Place[] = [];
  const add = (steps: readonly (string | number)[], kind: string, texts: Texts | undefined, more: Partial<Place>) => {
    const short = ["label", "title"].includes(String(steps.at(-1)));
    const limit = short ? LIMITS.title : LIMITS.text;
    all.push({ path: steps.join("/"), steps, kind, texts: texts ?? {}, limit, needed: true, ...more });
  };
  for (const name of inOrder(document)) nodeTexts(name, document.nodes[name]!, add);
  for (const key of ["fallback", "confirm"] as const)
    if (document[key]?.text) add([key, "text"], key, document[key].text, {});
  document.knowledge?.forEach(({ question, answer }, at) => {
    add(["knowledge", at, "question"], "question", question, { number: at + 1, needed: false });
    add(["knowledge", at, "answer"], "answer", answer, { number: at + 1 });
  });
  for (const [name, { title }] of Object.entries(document.intents ?? {}))
    if (title && Object.keys(title).length > 0)
      add(["intents", name, "title"], "intent", title, { node: name, needed: false });
  return all;
}

type Add = (steps: readonly (string | number)[], kind: string, texts: Texts | undefined, more: Partial<Place>) => void;

function nodeTexts(name: string, node: FlowNode, add: Add): void {
  const at = ["nodes", name] as const;
  if (node.text !== undefined || (SPEAKING.includes(node.type) && !node.media))
    add([...at, "text"], "text", node.text, { node: name });
  node.options?.forEach(({ label }, index) =>
    add([...at, "options", index, "label"], "button", label, { node: name, number: index + 1 }),
  );
  node.buttons?.forEach(({ label }, index) =>
    add([...at, "buttons", index, "label"], "link", label, { node: name, number: index + 1 }),
  );
  if (node.skip) add([...at, "skip", "label"], "skip", node.skip.label, { node: name });
  if (node.retry?.text !== undefined) add([...at, "retry", "text"], "retry", node.retry.text, { node: name });
  if (node.media?.alt && Object.keys(node.media.alt).length > 0)
    add([...at, "media", "alt"], "alt", node.media.alt, { node: name, needed: false });
}

/** Paths of translations that lag behind the first language, by language. */
export type Stale = Readonly<Record<string, readonly string[]>>;

/** Whether there is a text, and none of its wordings is blank. */
export const hasText = (wordings: Said | undefined): boolean =>
  wordings !== undefined &&
  wordings.length > 0 &&
  (typeof wordings === "string" ? [wordings] : wordings).every((wording) => wording.trim() !== "");

/** What is to be done about a text in a language, the most urgent first; nothing where it is as it should be. */
export function stateOf(place: Place, language: string, stale: Stale): Only | undefined {
  const wordings = place.texts[language];
  if (!hasText(wordings)) return place.needed ? "missing" : undefined;
  if (stale[language]?.includes(place.path)) return "stale";
  return lengthOf(wordings) > place.limit ? "long" : undefined;
}

/** The texts that are listed: in one of two languages in such a state, and with all words in any language. */
export function filterPlaces(
  all: readonly Place[],
  filters: { only: Only | ""; q: string; languages: readonly string[]; stale: Stale },
): Place[] {
  const words = filters.q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((place) => {
    if (filters.only && !filters.languages.some((language) => stateOf(place, language, filters.stale) === filters.only))
      return false;
    const whole = [place.path, ...Object.values(place.texts).flat()].join("\n").toLocaleLowerCase();
    return words.every((word) => whole.includes(word));
  });
}
