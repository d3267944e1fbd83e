/** Changes by what they are about. */
import { codeWords } from "../../../lib/codes";
import type { Change } from "./api";

/** What a change can be about, in the order it is shown. */
export const AREAS = ["flow", "texts", "understanding", "variables", "settings"] as const;

/** Phrases of one intent and language that came or went together. */
export interface Phrases {
  intent: string;
  title: string;
  language: string;
  change: "added" | "removed";
  texts: string[];
}

/** The area of a change: what is said is apart from where it leads. */
export function areaOf(change: Change): (typeof AREAS)[number] {
  if (change.field === "phrases" || change.kind === "intent" || change.kind === "entity") return "understanding";
  if (change.kind === "variable") return "variables";
  if (change.language !== null) return "texts";
  if (change.kind === "node" || ["start", "fallback", "confirm"].includes(change.name)) return "flow";
  return change.kind === "knowledge" ? "texts" : "settings";
}

/** The phrases among changes, together by intent and language, and all other changes. */
export function phrasesOf(items: readonly Change[]): { phrases: Phrases[]; others: Change[] } {
  const groups = new Map<string, Phrases>();
  for (const { field, name, title, language, before, after } of items) {
    if (field !== "phrases") continue;
    const change = after === null ? ("removed" as const) : ("added" as const);
    const key = `${name}|${language}|${change}`;
    const group = groups.get(key) ?? {
      intent: name,
      title: title ?? codeWords(name),
      language: language ?? "",
      change,
      texts: [],
    };
    group.texts.push(after ?? before ?? "");
    groups.set(key, group);
  }
  return { phrases: [...groups.values()], others: items.filter(({ field }) => field !== "phrases") };
}
