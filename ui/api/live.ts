import { useEffect, useRef } from "react";
import { ENDED, overtake } from "./transport";

/** Something that has changed for the reader: ask again for what it is now. */
export interface Change {
  kind: string;
  subject: string;
}
interface Heard {
  after: number;
  changes: Change[];
  /** More has changed than the server still knows. */
  missed: boolean;
}

const PATIENCE_MS = 30_000;
const SOON_MS = 1000;
/** An answer this early without news is of a server that does not let anybody wait. */
const EARLY_MS = 2000;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), done()), { once: true });
  });

/** Until the page is looked at and there is a connection; anyone who does not look need not know. */
const looked = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const see = () => {
      if (!signal.aborted && (document.visibilityState === "hidden" || !navigator.onLine)) return;
      document.removeEventListener("visibilitychange", see);
      window.removeEventListener("online", see);
      done();
    };
    document.addEventListener("visibilitychange", see);
    window.addEventListener("online", see);
    signal.addEventListener("abort", see, { once: true });
    see();
  });

/**
 * Ask what has changed since, again and again; failures are waited out, each twice as long as the one before. Each
 * answer is a `beat`.
 */
export async function listen(
  after: string,
  tell: (changes: Change[] | null) => void,
  signal: AbortSignal,
  beat?: () => void,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    await looked(signal);
    if (signal.aborted) return;
    const begun = Date.now();
    try {
      const response = await fetch(`/api/v1/live?after=${after}`, {
        headers: { Accept: "application/json" },
        credentials: "same-origin",
        signal,
      });
      if (response.status === 401) return void globalThis.dispatchEvent(new Event(ENDED));
      if (!response.ok) throw new Error(String(response.status));
      const heard = (await response.json()) as Heard;
      failures = 0;
      after = String(heard.after);
      beat?.();
      if (heard.missed || heard.changes.length) {
        overtake();
        tell(heard.missed ? null : heard.changes);
      } else if (Date.now() - begun < EARLY_MS) await pause(EARLY_MS, signal);
    } catch {
      failures += 1;
      await pause(Math.min(SOON_MS * 2 ** (failures - 1), PATIENCE_MS), signal);
    }
  }
}

/** Hear, while the page is open and looked at, what changes for the reader; null when too much has to be reported. */
export function useLive(after: string | undefined, tell: (changes: Change[] | null) => void): void {
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  const from = useRef(after);
  from.current ??= after;
  const hasState = after !== undefined;
  useEffect(() => {
    if (!hasState) return;
    const stop = new AbortController();
    void listen(from.current ?? "0", (changes) => latest.current(changes), stop.signal);
    return () => stop.abort();
  }, [hasState]);
}
