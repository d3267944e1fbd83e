import { lazy, Suspense, useState, type ComponentType } from "react";

/** Without a connection the part stays as the server wrote it, until there is one again. */
function patient<T>(load: () => Promise<T>): Promise<T> {
  return load().catch(
    () => new Promise<T>((resolve) => window.addEventListener("online", () => resolve(patient(load)), { once: true })),
  );
}

const coming = new Set<() => Promise<void>>();

/**
 * A part that is in the document from the start and comes alive after its page: its script is no part of the first
 * load.
 *
 * Until then it is what the server wrote: it has to work as links and forms. A dialog that is open comes alive with
 * its page, and so does a part that is a page's own body, which marks an element of its own `data-whole`.
 */
export function later<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P>;
export function later<K extends string, M extends Readonly<Record<K, ComponentType<never>>>>(
  load: () => Promise<M>,
  name: K,
): M[K];
export function later<P extends object>(
  load: () => Promise<Readonly<Record<string, unknown>>>,
  name = "default",
): ComponentType<P> {
  const own = async () => ({ default: (await load())[name] as ComponentType<P> });
  let Part: ComponentType<P> = lazy(() => patient(own));
  const fetch = async () => {
    Part = (await own()).default;
    coming.delete(fetch);
  };
  coming.add(fetch);
  return function Later(props: P) {
    // What is there stays the same, in whatever way a later one comes.
    const [Own] = useState(() => Part);
    return (
      <Suspense>
        <Own {...props} />
      </Suspense>
    );
  };
}

/** Fetch all such parts, and those that they have in turn, where a document or the next page is made in one go. */
export async function loadParts(): Promise<void> {
  while (coming.size > 0) await Promise.all([...coming].map((fetch) => fetch()));
}

/**
 * Fetch them before the document comes alive where it shows one that must not be seen to go and come again: what is
 * open, or the page's own body.
 */
export const loadShownParts = (): Promise<unknown> | undefined =>
  document.querySelector("dialog[open], [data-whole]") ? loadParts() : undefined;
