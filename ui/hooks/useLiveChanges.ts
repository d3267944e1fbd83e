import { useEffect, useRef } from "react";
import type { Change } from "../api/live";

interface Heard {
  /** What has changed for the reader; null where it is too much to be named. */
  tell: (changes: Change[] | null) => void;
  /** The server has answered, twice a minute or more often: the page is open, and there is a connection. */
  beat?: () => void;
}

/** Hear, from the page's first moment on, what changes for the reader. */
export function useLiveChanges(heard: Heard): void {
  const latest = useRef(heard);
  useEffect(() => {
    latest.current = heard;
  });
  useEffect(() => {
    const stop = new AbortController();
    const begin = async () => {
      const response = await fetch("/api/v1/live", {
        headers: { Accept: "application/json" },
        credentials: "same-origin",
        signal: stop.signal,
      });
      if (!response.ok) return;
      // Nothing of the first load waits for it.
      const { listen } = await import("../api/live");
      const { after } = (await response.json()) as { after: number };
      latest.current.beat?.();
      await listen(
        String(after),
        (changes) => latest.current.tell(changes),
        stop.signal,
        () => latest.current.beat?.(),
      );
    };
    // Without a connection the page stays as it is.
    begin().catch(() => undefined);
    return () => stop.abort();
  }, []);
}
