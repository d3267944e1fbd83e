import { useEffect, useState, useSyncExternalStore } from "react";

type Line = Navigator & { connection?: { saveData?: boolean; effectiveType?: string; rtt?: number } };

/** A line whose answers take longer than this is slow. */
const SLOW_MS = 600;

/** Whether the browser asks to spare data, or its line is slow. */
export function isSlow(): boolean {
  const line = (navigator as Line).connection;
  return Boolean(line?.saveData || line?.effectiveType?.includes("2g") || (line?.rtt ?? 0) > SLOW_MS);
}

/**
 * Whether data is to be spared, as then nothing is fetched before it is wanted: as the reader chose, otherwise where
 * the browser asks for it or the line is slow.
 */
export function savesData(): boolean {
  const choice = document.documentElement.dataset.saveData;
  return choice === "on" || (choice !== "off" && isSlow());
}

/** The same for what is rendered, where the first rendering knows nothing of the browser. */
export function useSaveData(): boolean {
  const [saves, setSaves] = useState(false);
  useEffect(() => setSaves(savesData()), []);
  return saves;
}

/** Whether the tab is looked at. */
function useVisible(): boolean {
  return useSyncExternalStore(watchVisibility, isVisible, () => true);
}

/** Whether nobody looks at the tab. */
export const useHidden = (): boolean => !useVisible();

const isVisible = () => document.visibilityState === "visible";

function watchVisibility(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

/**
 * How often to ask again while something goes on, in milliseconds; never where data is to be spared, nor while nobody
 * looks.
 */
export function usePolling(every: number, goesOn: boolean): number {
  const saves = useSaveData();
  const visible = useVisible();
  return goesOn && visible && !saves ? every : 0;
}
