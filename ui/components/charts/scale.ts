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
