import type { Member } from "./types";

/** The moves that ask first, by the state they are possible in. */
const ASKING = {
  suspend: ["active"],
  deactivate: ["invited", "active", "suspended", "locked"],
  "reset-factor": ["active", "suspended", "locked"],
} as const;

export type Asking = keyof typeof ASKING;

/** Whether a move is one that asks, and possible now. */
export const isPossible = (move: string, { state, deleted_at, second_factor_at }: Member): move is Asking =>
  !deleted_at &&
  (move !== "reset-factor" || second_factor_at !== null) &&
  Object.hasOwn(ASKING, move) &&
  (ASKING[move as Asking] as readonly string[]).includes(state);
