/** What the narrowest channel shows, and how much of it a text takes. */
import type { Said } from "./types";

/** WhatsApp's limits, as the API's validation counts them. */
export const LIMITS = { text: 1024, title: 20, buttons: 3 } as const;

/** The length of the longest wording. */
export const lengthOf = (wordings: Said | undefined): number =>
  Math.max(0, ...(typeof wordings === "string" ? [wordings] : (wordings ?? [])).map((wording) => [...wording].length));

/** A text in pieces: what is said, and the variables in it. */
export function pieces(text: string): { text: string; variable: boolean }[] {
  return text
    .split(/(\{\{\s*[\w.]+\s*\}\})/)
    .filter(Boolean)
    .map((part) => {
      const name = /^\{\{\s*([\w.]+)\s*\}\}$/.exec(part)?.[1];
      return name === undefined ? { text: part, variable: false } : { text: name, variable: true };
    });
}
