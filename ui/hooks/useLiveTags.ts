import { useEffect, useRef } from "react";
import { useDispatch } from "react-redux";

/** While the page is open, ask again for what others – or another tab – have changed of some kinds. */
export function useLiveTags(kinds: readonly string[], invalidate: () => { type: string }): void {
  const dispatch = useDispatch();
  const latest = useRef({ kinds, invalidate });
  useEffect(() => {
    latest.current = { kinds, invalidate };
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
      await listen(
        String(after),
        (changes) => {
          if (!changes || changes.some(({ kind }) => latest.current.kinds.includes(kind)))
            dispatch(latest.current.invalidate());
        },
        stop.signal,
      );
    };
    // Without a connection the page stays as it is.
    begin().catch(() => undefined);
    return () => stop.abort();
  }, [dispatch]);
}
