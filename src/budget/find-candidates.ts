// Which functions of the sources might explain what is left of a value: of one source, of two, of three. Inner products are
// found from sums of the residual over bins, which takes as long as reading the lanes once for each source, pair or triple.

import type { SourceBasis } from './basis.ts';
import type { Candidate } from './fit-terms.ts';
import { meanProduct, multiply } from './lane-sums.ts';
import { contractCells, makeCells, makeRows, PAIR_DEGREE, sumOverCells } from './pair-cells.ts';
import { BINS, sumByBin } from './rank-polynomials.ts';

/** Degrees of a function of three sources: each, and their sum. */
const TRIPLE_DEGREE = 4;
const TRIPLE_SUM = 6;
const TRIPLE_BINS = 8;
/** Of the square that a candidate must have, this part is enough for a look at it, as there will be less noise by its turn. */
const NEARLY = 0.7;
const NEARLY_OF_PAIRS = 0.3;

/** What is left, and how strong a function must be to be looked at. */
export interface Search {
  readonly residual: Float64Array;
  readonly bases: readonly SourceBasis[];
  /** Mean square of what is left. */
  readonly noise: number;
  /** The square, in units of the noise, that no chance reaches. */
  readonly threshold: number;
}

function leastOf({ residual, noise, threshold }: Search): number {
  return (NEARLY * threshold * noise) / residual.length;
}

/** Sums of the residual over the bins of each source. */
export function sumOverBins(
  residual: Float64Array,
  bases: readonly SourceBasis[],
): (Float64Array | undefined)[] {
  return bases.map(({ binned }) => binned && sumByBin(residual, binned.bins));
}

/** Mean product of function `k` of a source with the residual; from the sums over its bins, where it has them, nearly. */
export function productOf(
  residual: Float64Array,
  { binned, functionOf }: SourceBasis,
  sums: Float64Array | undefined,
  k: number,
): number {
  if (!binned || !sums) return meanProduct(residual, functionOf(k));
  const { means } = binned;
  let product = 0;
  for (let bin = 0; bin < BINS; bin++) product += means[k * BINS + bin]! * sums[bin]!;
  return product / residual.length;
}

/** Polynomials of each source by itself. */
export function singleCandidates(search: Search, sums: readonly (Float64Array | undefined)[]): Candidate[] {
  const { residual, bases, threshold } = search;
  const least = leastOf(search);
  const candidates: Candidate[] = [];
  bases.forEach((basis, source) => {
    for (let k = 0; k < basis.count; k++) {
      const product = productOf(residual, basis, sums[source], k);
      if (product * product < least) continue;
      const make = () => [basis.functionOf(k)] as const;
      candidates.push({ key: `${source}:${k}`, sources: [source], product, threshold, make });
    }
  });
  return candidates;
}

/** Steps of each source by itself: Haar functions of its bins. */
export function stepCandidates(search: Search, sums: readonly (Float64Array | undefined)[]): Candidate[] {
  const { residual, bases, threshold } = search;
  const n = residual.length;
  const least = leastOf(search);
  const deepest = Math.min(Math.log2(BINS), Math.floor(Math.log2(n)) - 3);
  const candidates: Candidate[] = [];
  bases.forEach(({ binned }, source) => {
    if (!binned) return;
    let whole = sums[source]!;
    let { counts } = binned;
    for (let level = Math.log2(BINS) - 1; level >= 0; level--) {
      const [half, few] = [new Float64Array(2 ** level), new Float64Array(2 ** level)];
      for (let k = 0; k < half.length; k++) {
        const [left, right] = [counts[2 * k]!, counts[2 * k + 1]!];
        half[k] = whole[2 * k]! + whole[2 * k + 1]!;
        few[k] = left + right;
        if (left === 0 || right === 0 || level >= deepest) continue;
        // Mean 0 and mean square 1 over the lanes of the two halves, however many these are.
        const up = Math.sqrt((n * right) / (left * (left + right)));
        const down = -Math.sqrt((n * left) / (right * (left + right)));
        const product = (up * whole[2 * k]! + down * whole[2 * k + 1]!) / n;
        if (product * product < least) continue;
        const make = () => [stepOf(binned.bins, BINS / 2 ** (level + 1), 2 * k, up, down)] as const;
        candidates.push({
          key: `${source}:step ${level}.${k}`,
          sources: [source],
          product,
          threshold,
          make,
        });
      }
      [whole, counts] = [half, few];
    }
  });
  return candidates;
}

function stepOf(bins: Uint8Array, width: number, left: number, up: number, down: number): Float64Array {
  const values = new Float64Array(bins.length);
  const [start, middle, end] = [left * width, (left + 1) * width, (left + 2) * width];
  for (let i = 0; i < bins.length; i++) {
    const bin = bins[i]!;
    values[i] = bin < start || bin >= end ? 0 : bin < middle ? up : down;
  }
  return values;
}

/** Products of functions of two sources. */
export function pairCandidates(search: Search): Candidate[] {
  const { residual, bases } = search;
  const candidates: Candidate[] = [];
  const cells = [makeCells(), makeCells()] as const;
  const rows = makeRows();
  const products = new Float64Array(PAIR_DEGREE * PAIR_DEGREE);
  const binned = bases.flatMap((basis, source) => (basis.binned ? [{ source, ...basis.binned }] : []));
  binned.forEach((x, at) => {
    for (let next = at + 1; next < binned.length; next += 2) {
      const both = [binned[next]!, binned[Math.min(next + 1, binned.length - 1)]!] as const;
      sumOverCells(residual, x.pairBins, [both[0].pairBins, both[1].pairBins], cells);
      const isOdd = next + 1 === binned.length;
      (isOdd ? both.slice(1) : both).forEach((y, k) => {
        contractCells(cells[k]!, [x.pairMeans, y.pairMeans], rows, products);
        pushPair(search, [x.source, y.source], products, candidates);
      });
    }
  });
  for (let i = 0; i < bases.length; i++) {
    for (let j = i + 1; j < bases.length; j++) {
      if (bases[i]!.binned && bases[j]!.binned) continue;
      products.fill(0);
      multiplyFunctions(residual, bases[i]!, bases[j]!, products);
      pushPair(search, [i, j], products, candidates);
    }
  }
  return candidates;
}

function pushPair(
  { residual, bases, noise, threshold }: Search,
  [i, j]: readonly [number, number],
  products: Float64Array,
  to: Candidate[],
): void {
  const n = residual.length;
  // Of sums, not of means.
  const least = NEARLY_OF_PAIRS * threshold * noise * n;
  for (let at = 0; at < products.length; at++) {
    const sum = products[at]!;
    if (sum * sum < least || sum === 0) continue;
    const [a, b] = [Math.floor(at / PAIR_DEGREE), at % PAIR_DEGREE];
    to.push({
      key: `${i}:${a} ${j}:${b}`,
      sources: [i, j],
      product: sum / n,
      threshold,
      make: () => [bases[i]!.functionOf(a), bases[j]!.functionOf(b)],
    });
  }
}

/** Where a source has no bins. */
function multiplyFunctions(
  residual: Float64Array,
  x: SourceBasis,
  y: SourceBasis,
  products: Float64Array,
): void {
  for (let a = 0; a < Math.min(PAIR_DEGREE, x.count); a++) {
    const weighted = multiply(residual, x.functionOf(a));
    for (let b = 0; b < Math.min(PAIR_DEGREE, y.count); b++)
      products[a * PAIR_DEGREE + b] = residual.length * meanProduct(weighted, y.functionOf(b));
  }
}

/** Products of functions of three sources that have bins. */
export function tripleCandidates(search: Search): Candidate[] {
  const { residual, bases, threshold } = search;
  const n = residual.length;
  const least = leastOf(search);
  const candidates: Candidate[] = [];
  const coarse = bases.map(coarsen);
  const cells = new Float64Array(TRIPLE_BINS ** 3);
  for (let i = 0; i < bases.length; i++) {
    for (let j = i + 1; j < bases.length; j++) {
      for (let k = j + 1; k < bases.length; k++) {
        const [x, y, z] = [coarse[i], coarse[j], coarse[k]];
        if (!x || !y || !z) continue;
        cells.fill(0);
        for (let lane = 0; lane < n; lane++)
          cells[(x.bins[lane]! * TRIPLE_BINS + y.bins[lane]!) * TRIPLE_BINS + z.bins[lane]!]! +=
            residual[lane]!;
        contractTriple(cells, x, y, z, (a, b, c, sum) => {
          const product = sum / n;
          if (product * product < least) return;
          candidates.push({
            key: `${i}:${a} ${j}:${b} ${k}:${c}`,
            sources: [i, j, k],
            product,
            threshold,
            make: () => [multiply(bases[i]!.functionOf(a), bases[j]!.functionOf(b)), bases[k]!.functionOf(c)],
          });
        });
      }
    }
  }
  return candidates;
}

interface Coarse {
  readonly bins: Uint8Array;
  /** Function by function, TRIPLE_BINS numbers each. */
  readonly means: Float64Array;
  readonly count: number;
}

function coarsen({ binned, count: all }: SourceBasis): Coarse | undefined {
  if (!binned) return undefined;
  const ratio = BINS / TRIPLE_BINS;
  const count = Math.min(TRIPLE_DEGREE, all);
  const means = Float64Array.from({ length: count * TRIPLE_BINS }, (_, at) => {
    const [k, coarse] = [Math.floor(at / TRIPLE_BINS), at % TRIPLE_BINS];
    let sum = 0;
    let weight = 0;
    for (let bin = coarse * ratio; bin < (coarse + 1) * ratio; bin++) {
      sum += binned.counts[bin]! * binned.means[k * BINS + bin]!;
      weight += binned.counts[bin]!;
    }
    return weight > 0 ? sum / weight : 0;
  });
  return { bins: binned.bins.map((bin) => Math.floor(bin / ratio)), means, count };
}

function contractTriple(
  cells: Float64Array,
  x: Coarse,
  y: Coarse,
  z: Coarse,
  push: (a: number, b: number, c: number, sum: number) => void,
): void {
  const B = TRIPLE_BINS;
  const plane = new Float64Array(B * B);
  const row = new Float64Array(B);
  for (let a = 0; a < x.count; a++) {
    plane.fill(0);
    for (let p = 0; p < B; p++) {
      const weight = x.means[a * B + p]!;
      for (let q = 0; q < B * B; q++) plane[q]! += weight * cells[p * B * B + q]!;
    }
    for (let b = 0; b < y.count && a + b + 3 <= TRIPLE_SUM; b++) {
      row.fill(0);
      for (let p = 0; p < B; p++) {
        const weight = y.means[b * B + p]!;
        for (let q = 0; q < B; q++) row[q]! += weight * plane[p * B + q]!;
      }
      for (let c = 0; c < z.count && a + b + c + 3 <= TRIPLE_SUM; c++) {
        let product = 0;
        for (let q = 0; q < B; q++) product += row[q]! * z.means[c * B + q]!;
        push(a, b, c, product);
      }
    }
  }
}
