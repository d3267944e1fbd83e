/** What has changed in a report since the answer there is. */
import type { Answer } from "../../../api";

/** Makes a call. */
export type Ask = (call: string) => unknown;
/** Replaced values of a document, each by its JSON pointer (RFC 6901). */
export type Patch = readonly { path: string; value: unknown }[];
type Part = Record<string, unknown>;

const unescaped = (key: string) => key.replaceAll("~1", "/").replaceAll("~0", "~");

/** A document with values replaced. */
export function patched<Document>(document: Document, patch: Patch): Document {
  const copy = structuredClone(document);
  for (const { path, value } of patch) {
    const keys = path.split("/").slice(1).map(unescaped);
    const last = keys.pop()!;
    keys.reduce((part, key) => part[key] as Part, copy as Part)[last] = value;
  }
  return copy;
}

/** Asks what has changed since a document, and answers it as it is now. */
export async function askSince(call: string, previous: { watermark: string }, ask: Ask): Promise<Answer> {
  const answer = (await ask(`${call}${call.includes("?") ? "&" : "?"}since=${previous.watermark}`)) as Answer;
  return "data" in answer && Array.isArray(answer.data) ? { data: patched(previous, answer.data as Patch) } : answer;
}
