import { useEffect, useRef } from "react";

/** What each key, or two keys after each other (`"g d"`), does. */
export type Keys = Readonly<Record<string, () => void>>;

const PAUSE_MS = 900;

/** Listen for keys while no text is being typed. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    let before = "";
    let at = 0;
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        target.isContentEditable ||
        target.matches?.("input:not([type=checkbox], [type=radio]), textarea, select")
      )
        return;
      const pair = event.timeStamp - at < PAUSE_MS ? latest.current[`${before} ${event.key}`] : undefined;
      const action = pair ?? latest.current[event.key];
      before = event.key;
      at = event.timeStamp;
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
