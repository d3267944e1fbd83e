/** Minutes and seconds, as a clock shows them. */
export const clockOf = (ms: number) =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;
