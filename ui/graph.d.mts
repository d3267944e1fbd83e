/** Types of what the build reads of the sources. */
export const UI: string;
export function withMessages(file: string, text: string): string;
