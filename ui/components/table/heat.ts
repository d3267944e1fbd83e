/** Steps of the tint of a cell, from the smallest number to the largest. */
const STEPS = 6;

/** The class of a cell by its share of the largest number. */
export const heatOf = (value: number, max: number): string =>
  value > 0 ? `heat-${Math.ceil((value / max) * STEPS)}` : "";
