// What a benchmark tells, and the middle of many times.

export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the project aims at, where an aim is known. */
  readonly goal?: number;
  /** How much the value may differ from one run to the next, in its unit. */
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
