import { useGo } from "../../page";

/** Closes what an address has opened, by the address without it; `stays` says that nothing typed is lost by it. */
export function useClose(to: string, stays = false): () => void {
  const go = useGo();
  return () => go(to, { replace: true, stays });
}
