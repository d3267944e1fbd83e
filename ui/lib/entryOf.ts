/** What an object holds itself under a name that data chose: nothing that every object has. */
export const entryOf = <T>(entries: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  entries && Object.hasOwn(entries, name) ? entries[name] : undefined;
