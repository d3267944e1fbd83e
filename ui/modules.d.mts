/** Types of the build's list of modules made from folders. */
export function pagesModule(): string;
export function messagesModule(): string;
export function sources(styles?: Readonly<Record<string, string>>): Record<string, () => string>;
