/** What a text says, and what an intent is called. */
import { entryOf } from "../../../lib/entryOf";
import { codeWords } from "../../../lib/codes";
import type { FlowDocument, Said, Texts } from "./types";

/** The first wording of a text, in this language or whichever there is. */
export function firstText(texts: Texts | undefined, language: string): string {
  const wordings: Said | undefined = texts?.[language] ?? Object.values(texts ?? {})[0];
  return (typeof wordings === "string" ? wordings : wordings?.[0]) ?? "";
}

/** What an intent is called: its title, or its name as words. */
export const intentTitle = (
  document: FlowDocument | undefined,
  name: string,
  language = document?.languages[0] ?? "",
): string => firstText(entryOf(document?.intents, name)?.title, language) || codeWords(name);
