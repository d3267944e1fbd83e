import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether a script is at work: not in the server's document, and not before it is taken over. */
export const useScripted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
