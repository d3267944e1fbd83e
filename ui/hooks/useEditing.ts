import { useState, type FormEvent } from "react";
import { isProblem, type Problem } from "../lib/problem";
import { release } from "../lib/unsaved";

interface Options<Base, Draft, Saved> {
  /** What a form sent without script has left behind. */
  form: { values: Readonly<Record<string, string>>; problem: Problem } | null;
  /** A stored thing as its form shows it. */
  draftOf: (base: Base) => Draft;
  /** What a refused form without script has left of itself, over what is there. */
  typed: (values: Readonly<Record<string, string>>, draft: Draft) => Draft;
  /** The form's fields as they are now. */
  read: (form: HTMLFormElement) => Draft;
  /** What is wrong with the fields before they are sent, by name. */
  check?: (values: Draft) => Readonly<Record<string, string[]>>;
  send: (values: Draft, base: Base) => PromiseLike<{ data?: Saved | undefined; error?: unknown }>;
  /** Asks for the thing as it is by now, once someone else has saved first. */
  look?: () => PromiseLike<{ data?: Base | undefined }>;
  saved: (saved: Saved) => void;
}

/** Why a form was not saved, and the way back to what is stored. */
export interface Hindered {
  problem: Problem | null;
  /** Someone else has saved first: the form holds one's own on the revision that is there now. */
  stale: boolean;
  takeTheirs: () => void;
}

/** What is typed over what someone else has saved meanwhile: a field that was left alone is theirs. */
function rebase<Draft extends object>(values: Draft, before: Draft, after: Draft): Draft {
  const isSame = (key: keyof Draft) => JSON.stringify(values[key]) === JSON.stringify(before[key]);
  const own = (Object.keys(values) as (keyof Draft)[]).filter((key) => !isSame(key));
  return Object.assign({}, after, ...own.map((key) => ({ [key]: values[key] })));
}

/**
 * A form that adds a thing or changes one on the revision that was shown: what is typed, what refused it, what others
 * saved meanwhile.
 */
export function useEditing<Base, Draft extends object, Saved>(
  first: Base,
  { form, draftOf, typed, read, check, send, look, saved }: Options<Base, Draft, Saved>,
) {
  // Without script a refused form comes back with the thing as it is by then: what differs is reported all the same.
  const [{ base, mine, problem, turn }, set] = useState({
    base: first,
    mine: form ? typed(form.values, draftOf(first)) : null,
    problem: form?.problem ?? null,
    turn: 0,
  });
  const [busy, setBusy] = useState(false);
  const theirs = draftOf(base);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    const values = read(sent);
    const errors = check?.(values) ?? {};
    if (Object.keys(errors).length > 0)
      return set({ base, mine: { ...theirs, ...values }, problem: { status: 422, errors }, turn: turn + 1 });
    setBusy(true);
    const { data, error } = await send(values, base);
    if (data !== undefined) {
      release(sent);
      return saved(data);
    }
    const problem: Problem = isProblem(error) ? error : { status: 500 };
    const now = problem.status === 412 ? (await look?.())?.data : undefined;
    const mine = rebase({ ...theirs, ...values }, theirs, now ? draftOf(now) : theirs);
    set({ base: now ?? base, mine, problem: problem, turn: turn + 1 });
    setBusy(false);
  };
  return {
    base,
    theirs,
    draft: mine ?? theirs,
    /** Of the fields: another one where they hold something else than what is typed. */
    key: turn,
    problem,
    errors: problem?.errors ?? {},
    stale: problem?.status === 412,
    /** It came back refused: what it holds is stored nowhere. */
    unsaved: mine !== null,
    busy,
    onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    takeTheirs: () => set({ base, mine: null, problem: null, turn: turn + 1 }),
  };
}
