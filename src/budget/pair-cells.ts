// Sums of the residual over the cells of two sources, and from them its products with functions of the two: what takes most
// of the time of a search. Loops are written out, as engines do not unroll them, and sums are variables.
import { PAIR_BINS, PAIR_BITS, PAIR_FUNCTIONS } from './source-basis.ts';

/** Sums of the two degrees of a function of two sources. */
export const PAIR_DEGREE = PAIR_FUNCTIONS + 1;

/** PAIR_BINS² sums: the bins of one source by those of another. */
export function makeCells(): Float64Array {
  return new Float64Array(PAIR_BINS ** 2);
}

/**
 * Sums over the cells of `x` with `y`, and of `x` with `z`: bins are four lanes in a word, and the residual and the bins of
 * `x` are read once for both.
 */
export function sumOverCells(
  residual: Float64Array,
  x: Int32Array,
  [y, z]: readonly [Int32Array, Int32Array],
  [xy, xz]: readonly [Float64Array, Float64Array],
): void {
  xy.fill(0);
  xz.fill(0);
  const words = residual.length >> 2;
  for (let word = 0, lane = 0; word < words; word++, lane += 4) {
    const row = x[word]! << PAIR_BITS;
    const a = row | y[word]!;
    const b = row | z[word]!;
    const first = residual[lane]!;
    const second = residual[lane + 1]!;
    const third = residual[lane + 2]!;
    const fourth = residual[lane + 3]!;
    xy[a & 255]! += first;
    xz[b & 255]! += first;
    xy[(a >>> 8) & 255]! += second;
    xz[(b >>> 8) & 255]! += second;
    xy[(a >>> 16) & 255]! += third;
    xz[(b >>> 16) & 255]! += third;
    xy[a >>> 24]! += fourth;
    xz[b >>> 24]! += fourth;
  }
  for (let lane = 4 * words; lane < residual.length; lane++) {
    const shift = 8 * (lane & 3);
    const row = x[words]! << PAIR_BITS;
    xy[((row | y[words]!) >>> shift) & 255]! += residual[lane]!;
    xz[((row | z[words]!) >>> shift) & 255]! += residual[lane]!;
  }
}

/** Room for what `contractCells` has half way: a row for each function of the first source. */
export function makeRows(): Float64Array {
  return new Float64Array(PAIR_FUNCTIONS * PAIR_BINS);
}

/**
 * Sums of products of functions from sums over cells, functions being means over PAIR_BINS parts, one after the other. Two
 * columns of cells at a time for all PAIR_FUNCTIONS functions of x: a mean that is read serves both.
 * @param to function a of x with function b of y at a·PAIR_DEGREE + b; the degrees sum up to PAIR_DEGREE at most
 */
export function contractCells(
  cells: Float64Array,
  [x, y]: readonly [Float64Array, Float64Array],
  rows: Float64Array,
  to: Float64Array,
): void {
  for (let q = 0; q < PAIR_BINS; q += 2) {
    let a0 = 0;
    let a1 = 0;
    let a2 = 0;
    let a3 = 0;
    let a4 = 0;
    let a5 = 0;
    let a6 = 0;
    let b0 = 0;
    let b1 = 0;
    let b2 = 0;
    let b3 = 0;
    let b4 = 0;
    let b5 = 0;
    let b6 = 0;
    for (let p = 0; p < PAIR_BINS; p++) {
      const a = cells[p * PAIR_BINS + q]!;
      const b = cells[p * PAIR_BINS + q + 1]!;
      const x0 = x[p]!;
      const x1 = x[PAIR_BINS + p]!;
      const x2 = x[2 * PAIR_BINS + p]!;
      const x3 = x[3 * PAIR_BINS + p]!;
      const x4 = x[4 * PAIR_BINS + p]!;
      const x5 = x[5 * PAIR_BINS + p]!;
      const x6 = x[6 * PAIR_BINS + p]!;
      a0 += x0 * a;
      b0 += x0 * b;
      a1 += x1 * a;
      b1 += x1 * b;
      a2 += x2 * a;
      b2 += x2 * b;
      a3 += x3 * a;
      b3 += x3 * b;
      a4 += x4 * a;
      b4 += x4 * b;
      a5 += x5 * a;
      b5 += x5 * b;
      a6 += x6 * a;
      b6 += x6 * b;
    }
    rows[q] = a0;
    rows[PAIR_BINS + q] = a1;
    rows[2 * PAIR_BINS + q] = a2;
    rows[3 * PAIR_BINS + q] = a3;
    rows[4 * PAIR_BINS + q] = a4;
    rows[5 * PAIR_BINS + q] = a5;
    rows[6 * PAIR_BINS + q] = a6;
    rows[q + 1] = b0;
    rows[PAIR_BINS + q + 1] = b1;
    rows[2 * PAIR_BINS + q + 1] = b2;
    rows[3 * PAIR_BINS + q + 1] = b3;
    rows[4 * PAIR_BINS + q + 1] = b4;
    rows[5 * PAIR_BINS + q + 1] = b5;
    rows[6 * PAIR_BINS + q + 1] = b6;
  }
  for (let a = 0; a < PAIR_FUNCTIONS; a++) {
    const row = a * PAIR_BINS;
    // Degrees are counted from 1.
    for (let b = 0; b < PAIR_FUNCTIONS - a; b++) {
      const column = b * PAIR_BINS;
      let even = 0;
      let odd = 0;
      for (let q = 0; q < PAIR_BINS; q += 2) {
        even += rows[row + q]! * y[column + q]!;
        odd += rows[row + q + 1]! * y[column + q + 1]!;
      }
      to[a * PAIR_DEGREE + b] = even + odd;
    }
  }
}
