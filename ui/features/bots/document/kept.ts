/** What the browser keeps of a flow that the server has not got yet. */
import { ownKey } from "../../../lib/own";
import type { FlowDocument } from "./types";

/** A document with what is changed in it, and the one that was changed. */
export interface Kept {
  revision: number;
  base: FlowDocument;
  document: FlowDocument;
}

/** The place for one person's changes of one bot's flow; a browser that keeps nothing loses only that. */
export function keeper(who: string, bot: string) {
  const key = ownKey(who, `flow:${bot}`);
  return {
    read: (): Kept | null => {
      try {
        return JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null;
      } catch {
        return null;
      }
    },
    write: (kept: Kept) => {
      try {
        localStorage.setItem(key, JSON.stringify(kept));
      } catch {
        // There is no room, or none is allowed.
      }
    },
    drop: () => {
      try {
        localStorage.removeItem(key);
      } catch {
        // As above.
      }
    },
  };
}
