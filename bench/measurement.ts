// Result of a benchmark, and the median of many times.

export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Aim of the project, where there is one. */
  readonly goal?: number;
  /** Difference that the value may have from one run to the next, in its unit. */
  readonly noise?: number;
}

/** The value in the middle; between the two of an even number. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value below which the part `p` of them lies. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN;
}
