/**
 * What this browser keeps of one person, each key under their id. It outlasts neither their signing out nor the next
 * one's coming.
 */
const OWN = "own:";
const LEFT = "left";

/** The key of something that belongs to a person. */
export const ownKey = (user: string, name: string): string => `${OWN}${user}:${name}`;

function sweep(except?: string): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage))
      if (key.startsWith(OWN) && !(except && key.startsWith(except))) storage.removeItem(key);
  }
}

/** Do what a browser that keeps nothing refuses. */
function quietly(what: () => void): void {
  try {
    what();
  } catch {
    // There is nothing to forget then.
  }
}

/** Forget what belongs to anybody else than who is here now. */
export const forgetOthers = (user: string): void => quietly(() => sweep(ownKey(user, "")));

/** Forget everybody's once this page gives way to the one after signing out, and have the other tabs do so. */
export function leave(): void {
  const left = () =>
    quietly(() => {
      sweep();
      // By now the session is over: the other tabs ask for their page in vain.
      localStorage.setItem(LEFT, "1");
      localStorage.removeItem(LEFT);
    });
  window.addEventListener("pagehide", left, { once: true });
}

/** Forget it here when another tab has signed out, and go on; answers what ends the waiting. */
export function whenLeft(then: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== LEFT || !newValue) return;
    quietly(sweep);
    then();
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}
