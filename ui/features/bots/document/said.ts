/** What a text says. */
import type { Said, Texts } from "./types";

/** The first wording of a text, in this language or whichever there is. */
export function firstText(texts: Texts | undefined, language: string): string {
  const said: Said | undefined = texts?.[language] ?? Object.values(texts ?? {})[0];
  return (typeof said === "string" ? said : said?.[0]) ?? "";
}
