/** Names of files and programs in the words they are made of. */

/** A code as words: `service.book`, `ask_model` and the engine's own `@rating` with spaces and a capital. */
export function codeWords(code: string): string {
  const words = code.replace(/^@|[_.-]+/g, " ").trim() || code;
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
