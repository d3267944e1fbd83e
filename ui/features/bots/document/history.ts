/** Steps back and forth through the states of a document. */

/** How many steps can be undone. */
export const STEPS = 100;
/** Changes of one field that follow each other this fast are one step. */
const TOGETHER_MS = 1500;

/** What a step does besides the document: it goes back and forth with the step. */
export interface Beside {
  back: () => void;
  forth: () => void;
}

/** Another state, and what is done besides on the way to it. */
export interface Step<T> {
  state: T;
  beside?: Beside;
}

/** The states before and after the present one; the nearest first. */
export interface History<T> {
  past: readonly Step<T>[];
  present: T;
  future: readonly Step<T>[];
  /** What the last change was about, and when. */
  about: string;
  at: number;
}

/** A history that begins here. */
export const begin = <T>(present: T): History<T> => ({ past: [], present, future: [], about: "", at: 0 });

/** The history with one more change; typing on in one field makes no further step. */
export function changed<T>(history: History<T>, present: T, about: string, now: number, beside?: Beside): History<T> {
  if (present === history.present && !beside) return history;
  const [last, ...earlier] = history.past;
  const goesOn = last && about !== "" && about === history.about && now - history.at < TOGETHER_MS;
  const step = goesOn ? { ...last, beside: joined(last.beside, beside) } : { state: history.present, beside };
  const past = [step, ...(goesOn ? earlier : history.past)].slice(0, STEPS);
  return { past, present, future: [], about, at: now };
}

/** What goes back as far as the first, and forth as far as the second. */
const joined = (first: Beside | undefined, second: Beside | undefined): Beside | undefined =>
  first && second ? { back: first.back, forth: second.forth } : (second ?? first);

/** One step back. */
export function undone<T>({ past, present, future }: History<T>): History<T> {
  const [before, ...earlier] = past;
  if (!before) return { past, present, future, about: "", at: 0 };
  const { state, beside } = before;
  return { past: earlier, present: state, future: [{ state: present, beside }, ...future], about: "", at: 0 };
}

/** One step forth. */
export function redone<T>({ past, present, future }: History<T>): History<T> {
  const [after, ...later] = future;
  if (!after) return { past, present, future, about: "", at: 0 };
  const { state, beside } = after;
  return {
    past: [{ state: present, beside }, ...past].slice(0, STEPS),
    present: state,
    future: later,
    about: "",
    at: 0,
  };
}

/** The same history over another ground: what another person has changed goes into every state. */
export const rebased = <T>({ past, present, future }: History<T>, onto: (state: T) => T): History<T> => ({
  past: past.map((step) => ({ ...step, state: onto(step.state) })),
  present: onto(present),
  future: future.map((step) => ({ ...step, state: onto(step.state) })),
  about: "",
  at: 0,
});
