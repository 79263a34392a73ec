// Which functions of the sources might explain what is left of a value: of one source, of two, of three. Inner products of
// functions of several sources are found from sums over bins, which takes as long as reading the lanes once for each pair.
import type { Candidate } from './fit-terms.ts';
import { BINS, meanProduct, multiply, type SourceBasis } from './source-basis.ts';

/** Sums of the two degrees of a function of two sources. */
const PAIR_DEGREE = 8;
/** Degrees of a function of three sources: each, and their sum. */
const TRIPLE_DEGREE = 4;
const TRIPLE_SUM = 6;
const TRIPLE_BINS = 8;
/** Equally probable parts of a source, halved again and again, for steps that polynomials do not follow. */
const STEP_LEVELS = 8;

/** Polynomials of each source by itself. */
export function singleCandidates(
  residual: Float64Array,
  bases: readonly SourceBasis[],
  least: number,
): Candidate[] {
  const candidates: Candidate[] = [];
  bases.forEach(({ functions }, source) => {
    functions.forEach((values, k) => {
      const product = meanProduct(residual, values);
      if (product * product < least) return;
      candidates.push({ key: `${source}:${k}`, product, make: () => ({ sources: [source], values }) });
    });
  });
  return candidates;
}

/** Steps of each source by itself: Haar functions of its rank. */
export function stepCandidates(
  residual: Float64Array,
  bases: readonly SourceBasis[],
  least: number,
): Candidate[] {
  const n = residual.length;
  const levels = Math.min(STEP_LEVELS, Math.floor(Math.log2(n)) - 3);
  const size = 2 ** levels;
  const candidates: Candidate[] = [];
  bases.forEach(({ ranks }, source) => {
    if (!ranks) return;
    let sums = new Float64Array(size);
    let counts = new Float64Array(size);
    for (let i = 0; i < n; i++) {
      const cell = Math.floor(ranks[i]! * size);
      sums[cell]! += residual[i]!;
      counts[cell]!++;
    }
    for (let level = levels - 1; level >= 0; level--) {
      const [half, few] = [new Float64Array(2 ** level), new Float64Array(2 ** level)];
      for (let k = 0; k < half.length; k++) {
        const [left, right] = [counts[2 * k]!, counts[2 * k + 1]!];
        half[k] = sums[2 * k]! + sums[2 * k + 1]!;
        few[k] = left + right;
        if (left === 0 || right === 0) continue;
        // Mean 0 and mean square 1 over the lanes of the two halves, however many these are.
        const up = Math.sqrt((n * right) / (left * (left + right)));
        const down = -Math.sqrt((n * left) / (right * (left + right)));
        const product = (up * sums[2 * k]! + down * sums[2 * k + 1]!) / n;
        if (product * product < least) continue;
        candidates.push({
          key: `${source}:step ${level}.${k}`,
          product,
          make: () => ({ sources: [source], values: stepOf(ranks, 2 ** (level + 1), 2 * k, up, down) }),
        });
      }
      [sums, counts] = [half, few];
    }
  });
  return candidates;
}

function stepOf(ranks: Float64Array, size: number, left: number, up: number, down: number): Float64Array {
  return ranks.map((rank) => {
    const cell = Math.floor(rank * size);
    return cell === left ? up : cell === left + 1 ? down : 0;
  });
}

/** Products of functions of two sources. */
export function pairCandidates(
  residual: Float64Array,
  bases: readonly SourceBasis[],
  least: number,
): Candidate[] {
  const n = residual.length;
  const candidates: Candidate[] = [];
  const cells = new Float64Array(BINS * BINS);
  for (let i = 0; i < bases.length; i++) {
    for (let j = i + 1; j < bases.length; j++) {
      const [x, y] = [bases[i]!, bases[j]!];
      const push = (a: number, b: number, product: number) => {
        if (product * product < least) return;
        candidates.push({
          key: `${i}:${a} ${j}:${b}`,
          product,
          make: () => ({ sources: [i, j], values: normalise(multiply(x.functions[a]!, y.functions[b]!)) }),
        });
      };
      if (x.bins && y.bins) {
        sumOverCells(residual, x.bins, y.bins, cells);
        contractCells(cells, x, y, n, push);
      } else {
        for (let a = 0; a < Math.min(PAIR_DEGREE, x.functions.length); a++) {
          for (let b = 0; b < Math.min(PAIR_DEGREE, y.functions.length); b++)
            push(a, b, meanProduct(residual, multiply(x.functions[a]!, y.functions[b]!)));
        }
      }
    }
  }
  return candidates;
}

function sumOverCells(residual: Float64Array, x: Uint8Array, y: Uint8Array, cells: Float64Array): void {
  cells.fill(0);
  for (let lane = 0; lane < residual.length; lane++) cells[x[lane]! * BINS + y[lane]!]! += residual[lane]!;
}

function contractCells(
  cells: Float64Array,
  x: SourceBasis,
  y: SourceBasis,
  laneCount: number,
  push: (a: number, b: number, product: number) => void,
): void {
  const most = Math.min(PAIR_DEGREE - 1, x.functions.length);
  const row = new Float64Array(BINS);
  for (let a = 0; a < most; a++) {
    row.fill(0);
    for (let p = 0; p < BINS; p++) {
      const weight = x.binned[a * BINS + p]!;
      for (let q = 0; q < BINS; q++) row[q]! += weight * cells[p * BINS + q]!;
    }
    // Degrees are counted from 1: the sum of the two is at most PAIR_DEGREE.
    const last = Math.min(PAIR_DEGREE - 1 - a, y.functions.length);
    for (let b = 0; b < last; b++) {
      let product = 0;
      for (let q = 0; q < BINS; q++) product += row[q]! * y.binned[b * BINS + q]!;
      push(a, b, product / laneCount);
    }
  }
}

/** Products of functions of three sources that have bins. */
export function tripleCandidates(
  residual: Float64Array,
  bases: readonly SourceBasis[],
  least: number,
): Candidate[] {
  const n = residual.length;
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
        contractTriple(cells, x, y, z, n, (a, b, c, product) => {
          if (product * product < least) return;
          const functions = [bases[i]!.functions[a]!, bases[j]!.functions[b]!, bases[k]!.functions[c]!];
          candidates.push({
            key: `${i}:${a} ${j}:${b} ${k}:${c}`,
            product,
            make: () => ({
              sources: [i, j, k],
              values: normalise(multiply(multiply(functions[0]!, functions[1]!), functions[2]!)),
            }),
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

function coarsen({ bins, binned, functions }: SourceBasis): Coarse | undefined {
  if (!bins) return undefined;
  const ratio = BINS / TRIPLE_BINS;
  const count = Math.min(TRIPLE_DEGREE, functions.length);
  const lanes = new Float64Array(BINS);
  for (const bin of bins) lanes[bin]!++;
  const means = Float64Array.from({ length: count * TRIPLE_BINS }, (_, at) => {
    const [k, coarse] = [Math.floor(at / TRIPLE_BINS), at % TRIPLE_BINS];
    let [sum, weight] = [0, 0];
    for (let bin = coarse * ratio; bin < (coarse + 1) * ratio; bin++) {
      sum += lanes[bin]! * binned[k * BINS + bin]!;
      weight += lanes[bin]!;
    }
    return weight > 0 ? sum / weight : 0;
  });
  return { bins: bins.map((bin) => Math.floor(bin / ratio)), means, count };
}

function contractTriple(
  cells: Float64Array,
  x: Coarse,
  y: Coarse,
  z: Coarse,
  laneCount: number,
  push: (a: number, b: number, c: number, product: number) => void,
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
        push(a, b, c, product / laneCount);
      }
    }
  }
}

/** Mean 0 and mean square 1 over the lanes: products of orthonormal functions have them but for the chance of the draws. */
function normalise(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  for (let i = 0; i < values.length; i++) values[i]! -= mean;
  const scale = 1 / Math.sqrt(meanProduct(values, values) || 1);
  for (let i = 0; i < values.length; i++) values[i]! *= scale;
  return values;
}
