/** A moment as a field for a minute on the clock of a zone has it. */
export const localMinute = (at: string | null | undefined, zone: string): string =>
  at ? new Date(at).toLocaleString("sv-SE", { timeZone: zone }).slice(0, 16).replace(" ", "T") : "";
