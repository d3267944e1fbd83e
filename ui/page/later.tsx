import { lazy, Suspense, useState, type ComponentType } from "react";

/** Without a connection the part stays as the server wrote it, until there is one again. */
function patient<T>(load: () => Promise<T>): Promise<T> {
  return load().catch(() => new Promise<T>((resolve) => window.addEventListener("online", () => resolve(patient(load)), { once: true })));
}

const waiting: (() => Promise<void>)[] = [];

/**
 * A part that is in the document from the start and comes alive after its page: its script is no part of the first load.
 *
 * Until then it is what the server wrote: it has to work as links and forms.
 */
export function later<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let Part: ComponentType<P> = lazy(() => patient(load));
  waiting.push(async () => void (Part = (await load()).default));
  return function Later(props: P) {
    // What stands stays the same, in whatever way a later one comes.
    const [Own] = useState(() => Part);
    return <Suspense><Own {...props} /></Suspense>;
  };
}

/** Fetch all such parts, where a document or the next page is made in one go. */
export const loadParts = (): Promise<unknown> => Promise.all(waiting.splice(0).map((fetch) => fetch()));
