/** What is typed and what is on its way, by person: kept for the tab, so that nothing typed is lost. */
import { useSyncExternalStore } from "react";
import { fresh } from "../../../api/transport";
import { ownKey } from "../../../lib/own";

/** A message that has not arrived yet. */
export interface Waiting {
  /** The same for every try, so that it is said once. */
  key: string;
  text: string;
  at: string;
  /**
   * Why the last try failed: `offline`, `cut` by a new page, too `many`, or the reason given; empty while one is under
   * way.
   */
  failed: string;
}

/** What one has for a person. */
export interface Box {
  draft: string;
  waiting: readonly Waiting[];
}

const EMPTY: Box = { draft: "", waiting: [] };
const boxes = new Map<string, Box>();
const listeners = new Set<() => void>();
const name = (me: string, id: string) => ownKey(me, `chat:${id}`);

/** What the tab has kept; a try that a new page has cut short counts as failed. */
function emptyBox(at: string): Box {
  try {
    const box = JSON.parse(sessionStorage.getItem(at) ?? "null") as Box | null;
    return box
      ? { draft: box.draft, waiting: box.waiting.map((waiting) => ({ ...waiting, failed: waiting.failed || "cut" })) }
      : EMPTY;
  } catch {
    return EMPTY;
  }
}

function read(at: string): Box {
  const box = boxes.get(at) ?? emptyBox(at);
  boxes.set(at, box);
  return box;
}

function write(at: string, change: (box: Box) => Box): void {
  const box = change(read(at));
  boxes.set(at, box);
  try {
    if (box.draft || box.waiting.length) sessionStorage.setItem(at, JSON.stringify(box));
    else sessionStorage.removeItem(at);
  } catch {
    // A browser that keeps nothing has it until the page is left.
  }
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** What one has for a person, and the ways to change it. */
export function useOutbox(me: string, id: string) {
  const at = name(me, id);
  const box = useSyncExternalStore(
    subscribe,
    () => read(at),
    () => EMPTY,
  );
  const mark = (key: string, failed: string) =>
    write(at, (now) => ({
      ...now,
      waiting: now.waiting.map((waiting) => (waiting.key === key ? { ...waiting, failed } : waiting)),
    }));
  return {
    ...box,
    type: (draft: string) => write(at, (now) => ({ ...now, draft })),
    /** Put a message on its way; what was typed is free for the next. */
    post: (text: string): Waiting => {
      const waiting: Waiting = { key: fresh(), text, at: new Date().toISOString(), failed: "" };
      write(at, (now) => ({ draft: "", waiting: [...now.waiting, waiting] }));
      return waiting;
    },
    mark,
    drop: (key: string) =>
      write(at, (now) => ({ ...now, waiting: now.waiting.filter((waiting) => waiting.key !== key) })),
  };
}

/** Whether something typed waits for a person, to be reported in the list. */
export const useDraft = (me: string, id: string): string =>
  useSyncExternalStore(
    subscribe,
    () => read(name(me, id)).draft,
    () => "",
  );
