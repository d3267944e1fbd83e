/** Linear scale maths for charts: round ticks above a maximum, and short fixed-point coordinates. */

/** The ticks from zero to the first round number at or above `max`, at most `count` steps. */
export function ticks(max: number, count = 3): number[] {
  if (!(max > 0)) return [0, 1];
  const raw = max / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const unit = raw / power;
  const nice = unit <= 1 ? 1 : unit <= 2 ? 2 : unit <= 2.5 && power >= 10 ? 2.5 : unit <= 3 ? 3 : unit <= 5 ? 5 : 10;
  const step = Math.max(1, nice * power);
  const steps = Math.ceil(max / step);
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** A coordinate with at most one decimal, the shortest text that still looks exact. */
export function px(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A percentage for an SVG geometry attribute. */
export function pct(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}

/** The ticks of an axis that always holds zero: at most four lines besides it. */
export function axis(values: readonly (number | null)[]): number[] {
  const numbers = values.filter((value) => value !== null);
  const low = Math.min(0, ...numbers);
  const high = Math.max(0, ...numbers);
  if (low === 0) return ticks(high);
  if (high === 0)
    return ticks(-low)
      .map((tick) => -tick || 0)
      .reverse();
  const step = ticks(high - low)[1] ?? 1;
  const first = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step) - first + 1 }, (_, index) => (first + index) * step || 0);
}
