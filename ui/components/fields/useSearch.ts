import { useEffect, useState } from "react";

/** One thing to choose. */
export interface Option {
  value: string;
  label: string;
  about?: string;
  /** What it is listed under; those of one group come one after the other. */
  group?: string;
}

/** Asks for what fits a text; a rejection is shown as a failure. */
export type Search = (text: string, signal: AbortSignal) => Promise<readonly Option[]>;

/** What is known of the question so far. */
export interface Found {
  state: "busy" | "done" | "failed";
  options: readonly Option[];
}

const WAIT_MS = 200;
const folded = (text: string) => text.toLocaleLowerCase();

/**
 * What fits a text, out of a list or by asking: after a pause in typing, and only the last question's answer counts.
 */
export function useSearch(
  source: readonly Option[] | Search,
  text: string,
  open: boolean,
): Found & { again: () => void } {
  const [answer, setFound] = useState<Found>({ state: "busy", options: [] });
  const [turn, setTurn] = useState(0);
  const search = typeof source === "function" ? source : null;
  useEffect(() => {
    if (!search || !open) return;
    const stop = new AbortController();
    // The old answer stays in sight until the new one is here.
    setFound((before) => ({ ...before, state: "busy" }));
    const clock = setTimeout(() => {
      search(text.trim(), stop.signal).then(
        (options) => !stop.signal.aborted && setFound({ state: "done", options }),
        () => !stop.signal.aborted && setFound({ state: "failed", options: [] }),
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(clock);
      stop.abort();
    };
  }, [search, text, open, turn]);
  const again = () => setTurn((n) => n + 1);
  if (search) return { ...answer, again };
  const needle = folded(text.trim());
  return {
    state: "done",
    options: (source as readonly Option[]).filter(({ label }) => folded(label).includes(needle)),
    again,
  };
}
