/** What is kept on the visitor's device: the conversation's key, messages not sent yet, how the tab was left. */
import type { Offer, Pending, Theme } from "./types";

const DAYS_KEPT = 30;

/** A conversation that can be taken up again. */
export interface Kept {
  /** What it is known by on the server; null before it was opened. */
  key: { id: string; secret: string } | null;
  user: string | null;
  at: number;
  queue: readonly Pending[];
  /** The last event seen in the open panel, and how many came after it. */
  seen: string | null;
  unread: number;
  /** Whether a person was asked for or answers. */
  person: boolean;
}

/** How one tab was left. */
export interface Tab {
  open?: boolean;
  /** The greeting beside the launcher was dismissed or is no longer needed. */
  greeted?: boolean;
  /** The offer shown in this tab until it is closed or followed; null once that has happened, or where none waits. */
  offer?: Offer | null;
  draft?: string;
  /** The language chosen here. */
  language?: string;
}

/** A place of the browser's, or none where it is refused. */
function place(name: "localStorage" | "sessionStorage"): Storage | null {
  try {
    return globalThis[name];
  } catch {
    return null;
  }
}

/** Reads and writes as much as the theme's persistence allows; what cannot be kept lives as long as the page. */
export class Store {
  private readonly key: string;
  private readonly lasting: Storage | null;
  private readonly short: Storage | null;
  private readonly memory = new Map<string, string>();

  constructor(token: string, mode: Theme["persistence"]) {
    this.key = `parley:${token}`;
    this.short = mode === "memory" ? null : place("sessionStorage");
    this.lasting = mode === "local" ? place("localStorage") : this.short;
  }

  /** The conversation kept, unless it is too old. */
  get saved(): Kept | null {
    const state = this.read<Kept>(this.lasting, this.key);
    return state && Date.now() - state.at < DAYS_KEPT * 864e5 ? state : null;
  }

  set saved(state: Kept | null) {
    this.write(this.lasting, this.key, state && { ...state, at: Date.now() });
  }

  /** How this tab was left. */
  get tab(): Tab {
    return this.read<Tab>(this.short, `${this.key}:tab`) ?? {};
  }

  /** Note something about this tab. */
  note(change: Tab): void {
    this.write(this.short, `${this.key}:tab`, { ...this.tab, ...change });
  }

  private read<T>(storage: Storage | null, key: string): T | null {
    try {
      return JSON.parse(storage?.getItem(key) ?? this.memory.get(key) ?? "null") as T | null;
    } catch {
      return null;
    }
  }

  private write(storage: Storage | null, key: string, value: unknown): void {
    this.memory.delete(key);
    try {
      if (value === null) storage?.removeItem(key);
      else if (storage) storage.setItem(key, JSON.stringify(value));
      else this.memory.set(key, JSON.stringify(value));
    } catch {
      // Full or refused: the page itself remembers.
      this.memory.set(key, JSON.stringify(value));
    }
  }
}
