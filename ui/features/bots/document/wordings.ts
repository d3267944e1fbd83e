/** What a text says. */
import type { Said, Texts } from "./types";

/** The first wording of a text, in this language or whichever there is. */
export function firstText(texts: Texts | undefined, language: string): string {
  const wordings: Said | undefined = texts?.[language] ?? Object.values(texts ?? {})[0];
  return (typeof wordings === "string" ? wordings : wordings?.[0]) ?? "";
}
