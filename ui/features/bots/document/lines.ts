/** Words that stand one a line. */

/** Words of a language as text, one a line. */
export const lines = (words: readonly string[] | undefined): string => (words ?? []).join("\n");
/** Text as words, one a line, each once; nothing is nothing. */
export const wordsOf = (text: string): string[] | undefined => {
  const words = [...new Set(text.split("\n").map((line) => line.trim()))].filter(Boolean);
  return words.length > 0 ? words : undefined;
};
