import { useEffect, useState, useSyncExternalStore } from "react";

/** Whether the browser is asked to spare data: then nothing is fetched before it is wanted. */
export const savesData = (): boolean =>
  Boolean((navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData);

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
