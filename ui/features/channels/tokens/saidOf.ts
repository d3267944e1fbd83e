/** What is wrong with a field or with one of the lines in it. */
export const saidOf = (errors: Readonly<Record<string, string[]>>, name: string): string[] | undefined => {
  const said = Object.entries(errors).flatMap(([key, told]) =>
    key === name || key.startsWith(`${name}.`) ? told : [],
  );
  return said.length > 0 ? [...new Set(said)] : undefined;
};
