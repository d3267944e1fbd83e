/** What is typed and not saved, as far as every page has to know of it: the rest comes with the guard itself. */

/** Forms whose content is stored. */
export const saved = new WeakSet<HTMLFormElement>();

/** A form's content is stored, or deleted on request: its page can be left. */
export function release(form: HTMLFormElement | null | undefined): void {
  if (form) saved.add(form);
}

/** Whether leaving would lose something, and the way to ask first. */
export interface Guard {
  holds: () => boolean;
  ask: (go: () => void) => void;
}
export const guards = new Set<Guard>();

/** Ask before going on where something typed would be lost; answers whether someone is asked. */
export function asksFirst(go: () => void): boolean {
  const guard = [...guards].find(({ holds }) => holds());
  guard?.ask(go);
  return guard !== undefined;
}
