/** Keeps the places of nodes: shown at once, stored a moment later, and put together with what others have moved. */
import type { RefObject } from "react";
import type { Problem } from "../../../../lib/problem";
import type { Layout, Places } from "./calls";

/** How the outside is reached. */
export interface PlaceCalls {
  save: (layout: Layout) => Promise<{ revision?: number; problem?: Problem }>;
  look: () => Promise<Layout | undefined>;
  /** Runs something later; answers what calls it off. */
  later: (run: () => void, ms: number) => () => void;
}

const PAUSE_MS = 600;
/** How often a save that met another one is tried again. */
const TRIES = 3;

/** New places; nodes of which the place is null are laid out by themselves. */
export type Changes = Readonly<Record<string, readonly [number, number] | null>>;

/** Places with some of them changed; those that are taken away are laid out by themselves again. */
export function changedPlaces(places: Places, changes: Changes): Places {
  const all = { ...places, ...changes };
  return Object.fromEntries(Object.entries(all).filter(([, place]) => place !== null)) as Places;
}

/** The places of one bot's nodes while they are moved. */
export class Placing {
  #layout: Layout;
  /** What is not stored yet. */
  #waiting: Changes = {};
  #callOff: (() => void) | null = null;
  #running: Promise<void> | null = null;
  #listeners = new Set<() => void>();
  #failed = false;

  constructor(
    first: Layout,
    private calls: PlaceCalls,
  ) {
    this.#layout = first;
  }

  places = (): Places => this.#layout.places;
  /** Whether the last save did not work. */
  hasFailed = (): boolean => this.#failed;
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #set(layout: Layout) {
    this.#layout = layout;
    for (const listener of this.#listeners) listener();
  }

  /** Take over newer places that others have stored, unless own ones wait. */
  adopt = (layout: Layout) => {
    if (layout.revision > this.#layout.revision && Object.keys(this.#waiting).length === 0) this.#set(layout);
  };

  /** Move nodes; answers what takes the move back. */
  move = (changes: Changes): Changes => {
    const before = this.#layout.places;
    this.#waiting = { ...this.#waiting, ...changes };
    this.#set({ ...this.#layout, places: changedPlaces(this.#layout.places, changes) });
    this.#callOff?.();
    this.#callOff = this.calls.later(() => void this.save(), PAUSE_MS);
    return Object.fromEntries(Object.keys(changes).map((name) => [name, before[name] ?? null]));
  };

  /** The changes that put nodes where these places say, and the others where they are by themselves. */
  instead = (places: Places): Changes => ({
    ...Object.fromEntries(Object.keys(this.#layout.places).map((name) => [name, null])),
    ...places,
  });

  /** Store what waits. */
  save = async (): Promise<void> => {
    this.#callOff?.();
    this.#callOff = null;
    while (this.#running) await this.#running;
    if (Object.keys(this.#waiting).length === 0) return;
    this.#running = this.#store().finally(() => (this.#running = null));
    await this.#running;
  };

  async #store() {
    const sent = this.#waiting;
    this.#waiting = {};
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { revision, problem } = await this.calls.save(this.#layout);
      this.#failed = revision === undefined && problem?.status !== 412;
      if (revision !== undefined) return this.#set({ ...this.#layout, revision });
      const theirs = problem?.status === 412 ? await this.calls.look() : undefined;
      if (!theirs) break;
      this.#set({ ...theirs, places: changedPlaces(theirs.places, { ...sent, ...this.#waiting }) });
    }
    this.#waiting = { ...sent, ...this.#waiting };
    this.#set({ ...this.#layout });
  }
}

/** What moves nodes: steps of the history need it after the canvas has left the page. */
export type PlacingRef = RefObject<Placing | null>;
