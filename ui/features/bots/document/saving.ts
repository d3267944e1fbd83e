/** Keeps a flow document saved: every two seconds what is changed, on the revision that was seen. */
import type { Problem } from "../../../lib/problem";
import { NO_ANSWER } from "../../../lib/problem";
import { begin, changed, rebased, redone, undone, type Beside, type History } from "./history";
import type { Kept } from "./kept";
import { isSame, merge, type Choose, type Clash } from "./merge";
import type { FlowDocument, Issue } from "./types";

/** How far the document is saved. */
export type SaveState = "saved" | "typing" | "saving" | "offline" | "stale" | "failed";

/** What the server has. */
export interface Stored {
  revision: number;
  changed_at: string | null;
  document: FlowDocument;
  errors: Issue[];
  warnings: Issue[];
}

/** What an editor shows of a document that is edited. */
export interface Snapshot {
  history: History<FlowDocument>;
  revision: number;
  state: SaveState;
  savedAt: string | null;
  problem: Problem | null;
  clashes: readonly Clash[];
  issues: readonly Issue[];
  /** The checks are those of an older document. */
  checking: boolean;
  /** What was typed here before and never saved was taken up again. */
  restored: boolean;
  /** Another person's changes came in. */
  merged: boolean;
  /** Fields whose text cannot be read: it is in no document, and so not saved. */
  unread: readonly string[];
}

/** How the outside is reached. */
export interface Calls {
  save: (revision: number, document: FlowDocument) => Promise<{ revision?: number; problem?: Problem }>;
  look: () => Promise<Stored | undefined>;
  check: () => Promise<Issue[] | undefined>;
  keep: { read: () => Kept | null; write: (draft: Kept) => void; drop: () => void };
  now: () => number;
  /** Runs something later; answers what calls it off. */
  later: (run: () => void, ms: number) => () => void;
}

/** How often what is changed is saved. */
export const EVERY_MS = 2000;
/** After how long saving is tried again where it did not work. */
const AGAIN_MS = 15_000;

/** One document while it is edited. */
export class Saving {
  #shown: Snapshot;
  #base: FlowDocument;
  #theirs: Stored | null = null;
  #listeners = new Set<() => void>();
  #callOff: (() => void) | null = null;
  #running: Promise<void> | null = null;

  constructor(
    first: Stored,
    private calls: Calls,
  ) {
    this.#base = first.document;
    this.#shown = {
      history: begin(first.document),
      revision: first.revision,
      state: "saved",
      savedAt: first.changed_at,
      problem: null,
      clashes: [],
      issues: [...first.errors, ...first.warnings],
      checking: false,
      restored: false,
      merged: false,
      unread: [],
    };
  }

  snapshot = (): Snapshot => this.#shown;
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #set(change: Partial<Snapshot>) {
    this.#shown = { ...this.#shown, ...change };
    for (const listener of this.#listeners) listener();
  }

  get #document() {
    return this.#shown.history.present;
  }

  /** Whether everything typed is stored. */
  get isSaved(): boolean {
    return isSame(this.#document, this.#base);
  }

  /** Take up what this browser has kept of an earlier visit; on another revision both are put together. */
  restore() {
    const draft = this.calls.keep.read();
    if (!draft || isSame(draft.document, this.#base)) return this.calls.keep.drop();
    const { merged, clashes } = merge(draft.base, draft.document, this.#base);
    const history = changed(this.#shown.history, merged, "", this.calls.now());
    this.#set({ history, restored: true, state: "typing", checking: true });
    if (clashes.length === 0) return this.#schedule();
    this.#theirs = { ...this.#stored(), document: this.#base };
    this.#base = draft.base;
    this.#set({ state: "stale", clashes });
  }

  /** Change the document; `about` names the field, so that typing on in it is one step to undo. */
  change = (document: FlowDocument, about = "") => {
    this.#go(changed(this.#shown.history, document, about, this.calls.now()));
  };
  /** Note whether the text of a field can be read. */
  mark = (name: string, isUnread: boolean) => {
    const { unread } = this.#shown;
    if (unread.includes(name) === isUnread) return;
    this.#set({ unread: isUnread ? [...unread, name] : unread.filter((other) => other !== name) });
  };
  /** Make what was done besides the document a step of its history. */
  note = (beside: Beside, about = "") => {
    const { history } = this.#shown;
    this.#go(changed(history, history.present, about, this.calls.now(), beside));
  };
  undo = () => {
    const { history } = this.#shown;
    this.#go(undone(history));
    history.past[0]?.beside?.back();
  };
  redo = () => {
    const { history } = this.#shown;
    this.#go(redone(history));
    history.future[0]?.beside?.forth();
  };

  #go(history: History<FlowDocument>) {
    if (history === this.#shown.history) return;
    if (history.present === this.#document) return this.#set({ history });
    const { state } = this.#shown;
    this.#set({
      history,
      state: state === "saved" ? "typing" : state,
      restored: false,
      merged: false,
      checking: true,
    });
    this.calls.keep.write({ revision: this.#shown.revision, base: this.#base, document: history.present });
    if (state !== "stale") this.#schedule();
  }

  #schedule(ms = EVERY_MS) {
    if (this.#callOff) return;
    this.#callOff = this.calls.later(() => {
      this.#callOff = null;
      void this.save();
    }, ms);
  }

  /** Save now what is not saved yet. */
  save = async (): Promise<void> => {
    this.#callOff?.();
    this.#callOff = null;
    while (this.#running) await this.#running;
    if (this.#shown.state === "stale") return;
    if (this.isSaved) {
      this.calls.keep.drop();
      return this.#set({ state: "saved", problem: null, checking: false });
    }
    this.#running = this.#once().finally(() => (this.#running = null));
    await this.#running;
    if (this.#shown.state === "saved") await this.#check();
  };

  async #once(): Promise<void> {
    const document = this.#document;
    this.#set({ state: "saving" });
    const { revision, problem } = await this.calls.save(this.#shown.revision, document);
    if (revision !== undefined) {
      this.#base = document;
      const isAll = this.#document === document;
      this.#set({ revision, problem: null, savedAt: this.#moment(), state: isAll ? "saved" : "typing" });
      if (isAll) this.calls.keep.drop();
      else this.#schedule();
      return;
    }
    if (problem?.status === 412) return this.#meet(await this.calls.look());
    this.#set({ state: problem?.status === NO_ANSWER ? "offline" : "failed", problem: problem ?? null });
    if (problem?.status === NO_ANSWER || (problem?.status ?? 0) >= 500) this.#schedule(AGAIN_MS);
  }

  /** Another person has saved: what does not clash goes together, the rest is for a person to decide. */
  #meet(theirs: Stored | undefined) {
    if (!theirs) return this.#set({ state: "offline" });
    const { clashes } = merge(this.#base, this.#document, theirs.document);
    if (clashes.length > 0) {
      this.#theirs = theirs;
      return this.#set({ state: "stale", clashes });
    }
    this.#adopt(theirs);
    this.#set({ state: "typing", merged: true });
    this.#schedule(0);
  }

  /** Every state so far with another person's changes in it. */
  #adopt(theirs: Stored, choose?: Choose) {
    const base = this.#base;
    const history = rebased(this.#shown.history, (state) => merge(base, state, theirs.document, choose).merged);
    this.#base = theirs.document;
    this.#set({ history, revision: theirs.revision, clashes: [] });
    this.calls.keep.write({ revision: theirs.revision, base: this.#base, document: history.present });
  }

  /** Go on with my own where we clash, or with theirs, as chosen for each place. */
  settle = (choose: Choose) => {
    const theirs = this.#theirs;
    if (!theirs) return;
    this.#theirs = null;
    this.#adopt(theirs, choose);
    this.#set({ state: "typing" });
    void this.save();
  };

  /** Take in what others have saved, as long as nothing of one's own waits. */
  look = async () => {
    if (this.#shown.state !== "saved" || this.#running) return;
    const now = await this.calls.look();
    if (!now || now.revision === this.#shown.revision || this.#shown.state !== "saved") return;
    this.#adopt(now);
    this.calls.keep.drop();
    this.#set({ merged: true, savedAt: now.changed_at, issues: [...now.errors, ...now.warnings] });
  };

  async #check() {
    const issues = await this.calls.check();
    if (issues) this.#set({ issues, checking: this.#shown.state !== "saved" });
  }

  #moment = () => new Date(this.calls.now()).toISOString();

  #stored(): Stored {
    const { revision, savedAt } = this.#shown;
    return { revision, changed_at: savedAt, document: this.#base, errors: [], warnings: [] };
  }

  /** Nobody looks any more: what waits is saved at once. */
  stop = () => {
    void this.save();
  };
}
