// Result of a benchmark, and the median of many times.

export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Goal of the project, if any. */
  readonly goal?: number;
  /** Normal variation of the value between runs, in its unit. */
  readonly noise?: number;
}

/** The value in the middle; the mean of both for an even number. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The quantile of the values at `p`. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN;
}
