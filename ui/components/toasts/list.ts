import type { ReactNode } from "react";

/** What a toast says and offers. */
export interface Toast {
  tone?: "good" | "bad" | "info";
  /** In bold before the text: what did not work, for instance. */
  title?: string;
  text: string;
  /** One thing to do about it, such as to undo. */
  action?: { label: string; do: () => void };
  /** How much of the work is done, from 0 to 1. */
  progress?: number;
  icon?: ReactNode;
  /** How long it is seen, in milliseconds. */
  lasts?: number;
}

/** A toast on the screen. */
export interface Shown extends Toast {
  id: number;
}

/** How many are seen at once. */
export const MOST = 3;

/** Errors stay until they are closed, and work until it is done. */
export const stays = (toast: Toast): boolean =>
  toast.tone === "bad" || (toast.progress !== undefined && toast.progress < 1);

/** Keep the newest, and let calm ones go before those that stay. */
function trimmed(all: readonly Shown[]): readonly Shown[] {
  if (all.length <= MOST) return all;
  const last = all.findLast((toast) => !stays(toast) && toast !== all[0]) ?? all.at(-1);
  return trimmed(all.filter((toast) => toast !== last));
}

/** A list of toasts, newest first, that outlives the page it began on. */
export function toastStore() {
  let toasts: readonly Shown[] = [];
  let next = 1;
  const listeners = new Set<() => void>();
  const set = (all: readonly Shown[]) => {
    toasts = trimmed(all);
    listeners.forEach((listener) => listener());
  };
  return {
    all: () => toasts,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Show one; the answer is what it is changed and closed by. */
    show: (toast: Toast): number => {
      const id = next++;
      set([{ ...toast, id }, ...toasts]);
      return id;
    },
    change: (id: number, toast: Partial<Toast>) =>
      set(toasts.map((present) => (present.id === id ? { ...present, ...toast } : present))),
    close: (id: number) => set(toasts.filter((toast) => toast.id !== id)),
  };
}

/** What shows, changes and closes toasts. */
export type ToastStore = ReturnType<typeof toastStore>;

/** One list a document, so that going to another page loses none; the server never writes to it. */
export const toasts = toastStore();
