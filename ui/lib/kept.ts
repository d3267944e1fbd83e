/** What the browser keeps of changes that the server has not got yet. */

/** The place under a key; a browser that stores nothing loses only that. */
export function keeperAt<Kept>(key: string) {
  return {
    read: (): Kept | null => {
      try {
        return JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null;
      } catch {
        return null;
      }
    },
    write: (state: Kept) => {
      try {
        localStorage.setItem(key, JSON.stringify(state));
      } catch {
        // There is no room, or none is allowed.
      }
    },
    drop: () => {
      try {
        localStorage.removeItem(key);
      } catch {
        // As above.
      }
    },
  };
}
