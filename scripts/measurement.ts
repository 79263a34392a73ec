// Types and statistics of benchmark results: a measurement, and the median of many times.

export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The project's goal, if any. */
  readonly goal?: number;
  /** Typical variation of the value between runs, in the value's unit. */
  readonly noise?: number;
}

/** A measurement without a noise figure. */
export function measurement(name: string, value: number, unit: string, goal?: number): Measurement {
  return { name, value, unit, ...(goal !== undefined && { goal }) };
}

/** The middle value; for an even number of values, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The `p` quantile of the values. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN;
}
