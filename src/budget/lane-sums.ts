// Inner products and sums over lanes. Sums are stored in local variables, and loops run over lane indices. With arrays
// or iterators, the engine would allocate an object for each partial sum.
import { findMean } from '../uncertainty/figures/lane-errors.ts';

/**
 * Minimum mean square of a function's component that is orthogonal to earlier functions. Functions whose component is
 * smaller are ignored.
 */
export const LEAST_NEW = 1e-6;
/** Maximum kurtosis of a value that serves as a function. With a higher kurtosis, a few lanes would dominate. */
export const TAME_VALUE = 60;

/** Mean of the product of two columns. */
export function meanProduct(a: Float64Array, b: Float64Array): number {
  const n = a.length;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let i = 0;
  for (; i + 3 < n; i += 4) {
    s0 += a[i]! * b[i]!;
    s1 += a[i + 1]! * b[i + 1]!;
    s2 += a[i + 2]! * b[i + 2]!;
    s3 += a[i + 3]! * b[i + 3]!;
  }
  for (; i < n; i++) s0 += a[i]! * b[i]!;
  return (s0 + s1 + s2 + s3) / n;
}

/** `target` += factor · values. */
export function addTimes(target: Float64Array, values: Float64Array, factor: number): void {
  for (let i = 0; i < target.length; i++) target[i]! += factor * values[i]!;
}

export function multiply(a: Float64Array, b: Float64Array): Float64Array {
  const product = new Float64Array(a.length);
  for (let i = 0; i < a.length; i++) product[i] = a[i]! * b[i]!;
  return product;
}

/** Tests whether all values are finite. */
export function areFinite(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i]!)) return false;
  return true;
}

/** Subtracts the mean, in place. */
export function subtractMean(values: Float64Array): void {
  const mean = findMean(values);
  for (let i = 0; i < values.length; i++) values[i]! -= mean;
}

/** Scales to mean 0 and mean square 1, in place; returns false if there is no spread. */
export function standardise(values: Float64Array): boolean {
  subtractMean(values);
  const square = meanProduct(values, values);
  if (!(square > 0)) return false;
  const scale = 1 / Math.sqrt(square);
  for (let i = 0; i < values.length; i++) values[i]! *= scale;
  return true;
}

/** Fourth central moment divided by the square of the variance; infinite if it is undefined. */
export function kurtosisOf(values: Float64Array): number {
  const mean = findMean(values);
  let second = 0;
  let fourth = 0;
  for (let i = 0; i < values.length; i++) {
    const square = (values[i]! - mean) ** 2;
    second += square;
    fourth += square * square;
  }
  const kurtosis = (fourth * values.length) / second ** 2;
  return Number.isFinite(kurtosis) ? kurtosis : Number.POSITIVE_INFINITY;
}
