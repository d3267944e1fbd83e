/** What charts over time or classes are drawn from, and the same figures as a table. */
import type { Twin } from "./TableTwin";

/** One place along the axis. */
export interface Bucket {
  key: string;
  /** Its name in full. */
  label: string;
  /** Its name below the axis, where it has room for one. */
  tick?: string;
  /** It is not over: hatched, or a dashed line to a hollow end. */
  partial?: boolean;
  /** It may still change: dashed. */
  provisional?: boolean;
  /** It was final and has changed since; said in words. */
  restated?: string;
  /** The evidence behind it. */
  to?: string;
}

/** The values of one thing, a bucket each; null is no value, and a gap. */
export interface Series {
  key: string;
  name: string;
  /** A chart colour, 1 to 8. */
  tone: number;
  values: readonly (number | null)[];
  /** The same buckets of the comparison period. */
  previous?: readonly (number | null)[];
}

/** Something that happened at a place along the axis: a release, an offer, an outage, a median. */
export interface Flag {
  key: string;
  /** The bucket it happened in; a fraction is between two. */
  at: number;
  text: string;
}

/** The sum of what is known; nothing known has no sum. */
export function total(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);
}

/** Each series on top of those before it. */
export function stacked(series: readonly Series[]): number[][] {
  const before: number[] = [];
  return series.map((line) => line.values.map((value, index) => (before[index] = (before[index] ?? 0) + (value ?? 0))));
}

/** Words for a table twin. */
export interface TwinWords {
  summary: string;
  caption: string;
  /** The head of the first column. */
  when: string;
  previous: string;
}

/** The table twin of a chart: a row a bucket, a column a series and its comparison. */
export function twinOf(
  buckets: readonly Bucket[],
  series: readonly Series[],
  number: (value: number | null) => string,
  words: TwinWords,
): Twin {
  const columns = series.flatMap((line) => [
    { name: line.name, values: line.values },
    ...(line.previous
      ? [{ name: series.length > 1 ? `${line.name} (${words.previous})` : words.previous, values: line.previous }]
      : []),
  ]);
  return {
    summary: words.summary,
    caption: words.caption,
    head: [words.when, ...columns.map((column) => column.name)],
    rows: buckets.map((bucket, index) => ({
      key: bucket.key,
      cells: [bucket.label, ...columns.map((column) => number(column.values[index] ?? null))],
    })),
  };
}
