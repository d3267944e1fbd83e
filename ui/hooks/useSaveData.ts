import { useEffect, useState } from "react";

/** Whether the browser is asked to spare data: then nothing is fetched before it is wanted. */
export const savesData = (): boolean =>
  Boolean((navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData);

/** The same for what is rendered, where the first rendering knows nothing of the browser. */
export function useSaveData(): boolean {
  const [saves, setSaves] = useState(false);
  useEffect(() => setSaves(savesData()), []);
  return saves;
}

/** How often to ask again while something goes on, in milliseconds; never where data is to be spared. */
export function usePolling(every: number, goesOn: boolean): number {
  const saves = useSaveData();
  return goesOn && !saves ? every : 0;
}
