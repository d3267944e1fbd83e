/** Steps back and forth through the states of a document. */

/** How many steps can be undone. */
export const STEPS = 100;
/** Changes of one field that follow each other this fast are one step. */
const TOGETHER_MS = 1500;

/** The states before and after the present one; the nearest first. */
export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
  /** What the last change was about, and when. */
  about: string;
  at: number;
}

/** A history that begins here. */
export const begin = <T>(present: T): History<T> => ({ past: [], present, future: [], about: "", at: 0 });

/** The history with one more change; typing on in one field makes no further step. */
export function changed<T>(history: History<T>, present: T, about: string, now: number): History<T> {
  if (present === history.present) return history;
  const goesOn = about !== "" && about === history.about && now - history.at < TOGETHER_MS;
  const past = goesOn ? history.past : [history.present, ...history.past].slice(0, STEPS);
  return { past, present, future: [], about, at: now };
}

/** One step back. */
export function undone<T>({ past, present, future }: History<T>): History<T> {
  const [before, ...earlier] = past;
  if (before === undefined) return { past, present, future, about: "", at: 0 };
  return { past: earlier, present: before, future: [present, ...future], about: "", at: 0 };
}

/** One step forth. */
export function redone<T>({ past, present, future }: History<T>): History<T> {
  const [after, ...later] = future;
  if (after === undefined) return { past, present, future, about: "", at: 0 };
  return { past: [present, ...past].slice(0, STEPS), present: after, future: later, about: "", at: 0 };
}

/** The same history over another ground: what another person has changed goes into every state. */
export const rebased = <T>({ past, present, future }: History<T>, onto: (state: T) => T): History<T> => ({
  past: past.map(onto),
  present: onto(present),
  future: future.map(onto),
  about: "",
  at: 0,
});
