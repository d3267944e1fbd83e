/** What is wrong with a field or with any of its rows, in one sentence after the other; nothing where all is well. */
export function fieldErrors(errors: Readonly<Record<string, string[]>>, name: string): string | undefined {
  const all = Object.entries(errors).filter(
    ([key]) => key === name || key.startsWith(`${name}.`) || key.startsWith(`${name}/`),
  );
  return all.length > 0 ? [...new Set(all.flatMap(([, texts]) => texts))].join(" ") : undefined;
}
