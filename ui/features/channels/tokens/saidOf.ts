/** What is wrong with a field or with one of the lines in it. */
export const saidOf = (errors: Readonly<Record<string, string[]>>, name: string): string[] | undefined => {
  const texts = Object.entries(errors).flatMap(([key, errorTexts]) =>
    key === name || key.startsWith(`${name}.`) ? errorTexts : [],
  );
  return texts.length > 0 ? [...new Set(texts)] : undefined;
};
