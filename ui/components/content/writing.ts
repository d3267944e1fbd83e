import { grammar, int, oneOf, place, usePage } from "../../page";

/** What every written text says of itself to its writers. */
export interface Writing {
  language: string;
  written: string[];
  status: string;
  deleted: boolean;
  revision: number;
}

/** The states of a text that readers either see or not. */
export const STATES = ["Draft", "Published"] as const;

/** The colours of states. */
export const TONES: Readonly<Record<string, "good" | "warn" | "bad" | "quiet">> = {
  Published: "good",
  Pending: "warn",
  Deleted: "bad",
};

/** Which texts a writer looks at. */
export const writingsQuery = grammar({ status: oneOf(["", ...STATES, "Deleted"]), page: place() });

/** The language that is written in, and the revision a form was filled in on. */
export const writingQuery = grammar({
  text: oneOf(["en", "hi", "ar"], "en"),
  v: int({ default: 0, min: 0, max: 999_999_999 }),
});

/**
 * What an editor's fields hold – what was previewed, what was refused, or what is stored – and which revision is saved
 * on.
 */
export function useWriting<R extends Writing, P extends object>(row: R) {
  const { form, query } = usePage<typeof writingQuery>();
  const preview = form?.answer as (P & { language: string }) | undefined;
  const refused = form && !preview ? form.problem : null;
  const stale = refused?.status === 412;
  const held = { ...row, ...form?.values, ...preview } as R & Record<string, unknown>;
  // What was looked at or refused keeps the revision it was written on: a change made meanwhile is not overwritten
  // unseen.
  const revision = form && !stale && query.v ? query.v : row.revision;
  return { held, preview, refused, stale, errors: refused?.errors ?? {}, revision, unsaved: form !== null };
}
