/** What the home page asks other areas for. */

/** The jobs that were given up. */
export const DEAD = { state: "failed", work: "all", page: 1 } as const;
