// Computes the distribution of a sum of many independent terms. Their masses on a common lattice are multiplied as
// characteristic functions. Tails keep their relative precision down to probabilities of 10⁻⁹.
// The Fourier transform needs only square roots, which all engines round the same way.

import { Knots } from './knots.ts';
import { findDeviation, findMean } from './lane-errors.ts';

/** Equal terms of a sum. */
export interface LatticeTerm {
  readonly knots: Knots;
  /** 1 for an added term, −1 for a subtracted term. */
  readonly sign: number;
  readonly count: number;
}

const CELLS = 1 << 14;
/** Half-width of the lattice beyond the longest tail of a term, in standard deviations. */
const REACH = 11;
/** Number of nodes per term. */
const NODES = 256;
/**
 * Probabilities beyond either end of a term that are moved to the end. The larger probabilities serve long tails, for
 * which the lattice would otherwise be too coarse.
 */
const END_SHARES = [1e-13, 2 ** -26, 2 ** -24];
/** Maximum cell width, relative to the width of the sum. */
const MOST_CELL = 0.02;
/** Maximum difference between the cumulative probabilities of adjacent knots. */
const MOST_STEP = 1 / 128;
/** Maximum ratio of the cumulative probabilities of adjacent knots in the tails. */
const MOST_RATIO = 1.3;
const LEAST_TAIL = 1e-11;

interface Measured extends LatticeTerm {
  readonly mean: number;
  readonly variance: number;
  /** Interquartile range. */
  readonly width: number;
  readonly low: number;
  readonly high: number;
}

function measure(term: LatticeTerm, endShare: number): Measured {
  const { knots } = term;
  const nodes = Float64Array.from({ length: NODES }, (_, i) => knots.quantileAt((i + 0.5) / NODES));
  const mean = findMean(nodes);
  const variance = findDeviation(nodes) ** 2;
  const [low, high] = [knots.quantileAt(endShare), knots.quantileAt(1 - endShare)];
  const width = knots.quantileAt(0.75) - knots.quantileAt(0.25);
  return { ...term, mean, variance, width, low, high };
}

/** Knots of the sum; undefined if a single lattice is too coarse, or if a term has outcomes. */
export function maybeSumTerms(terms: readonly LatticeTerm[]): Knots | undefined {
  if (terms.some(({ knots }) => knots.isDiscrete)) return undefined;
  for (const endShare of END_SHARES) {
    const sum = maybeSumUpTo(terms.map((term) => measure(term, endShare)));
    if (sum) return sum;
  }
  return undefined;
}

function maybeSumUpTo(all: readonly Measured[]): Knots | undefined {
  const total = (of: (term: Measured) => number) => all.reduce((sum, term) => sum + term.count * of(term), 0);
  const reach =
    REACH * Math.sqrt(total(({ variance }) => variance)) +
    Math.max(...all.map(({ low, high, mean }) => Math.max(high - mean, mean - low)));
  const cell = (2 * reach) / CELLS;
  if (!(cell > 0) || cell > MOST_CELL * Math.sqrt(total(({ width }) => width * width))) return undefined;
  const product = { re: new Float64Array(CELLS).fill(1), im: new Float64Array(CELLS) };
  for (const term of all) {
    const masses = spread(term, cell);
    transform(masses);
    multiply(product, masses, term.count);
  }
  // Inverse transform, by conjugation.
  for (let i = 0; i < CELLS; i++) product.im[i] = -product.im[i]!;
  transform(product);
  return joinMasses(
    product.re,
    cell,
    total(({ mean, sign }) => sign * mean),
  );
}

/** Masses of a term, with the mean in cell 0. Cells beyond the middle represent negative offsets. */
function spread({ knots, sign, mean, variance, low, high }: Measured, cell: number): Complexes {
  const masses = { re: new Float64Array(CELLS), im: new Float64Array(CELLS) };
  const add = (place: number, mass: number) => {
    masses.re[(sign * place + CELLS) & (CELLS - 1)]! += mass;
  };
  if (variance < 4 * cell * cell) {
    // For a narrow term, splits each node between two cells so that the mean is preserved.
    for (let i = 0; i < NODES; i++) {
      const at = (knots.quantileAt((i + 0.5) / NODES) - mean) / cell;
      const below = Math.floor(at);
      add(below, (1 - (at - below)) / NODES);
      add(below + 1, (at - below) / NODES);
    }
    return masses;
  }
  const [first, last] = [Math.floor((low - mean) / cell), Math.ceil((high - mean) / cell)];
  let below = 0;
  for (let place = first; place <= last; place++) {
    const share = place === last ? 1 : knots.shareUpTo(mean + (place + 0.5) * cell);
    add(place, share - below);
    below = share;
  }
  return masses;
}

function multiply(product: Complexes, factor: Complexes, power: number): void {
  for (let left = power; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) multiplyInto(product, factor);
    if (left > 1) multiplyInto(factor, factor);
  }
}

function multiplyInto({ re, im }: Complexes, other: Complexes): void {
  for (let i = 0; i < CELLS; i++) {
    const [a, b, c, d] = [re[i]!, im[i]!, other.re[i]!, other.im[i]!];
    re[i] = a * c - b * d;
    im[i] = a * d + b * c;
  }
}

/** Knots from masses around a mean, accumulated from below up to the middle, and from above beyond the middle. */
function joinMasses(scaled: Float64Array, cell: number, mean: number): Knots {
  const half = CELLS / 2;
  const massAt = (place: number) => Math.max(0, scaled[(place + CELLS) & (CELLS - 1)]! / CELLS);
  const ends = (place: number) => mean + (place + 0.5) * cell;
  const lower: { at: number; share: number }[] = [];
  const upper: { at: number; share: number }[] = [];
  const walk = (step: 1 | -1, into: { at: number; share: number }[]) => {
    let [share, kept] = [0, 0];
    for (let place = -step * half + (step === 1 ? 0 : -1); share <= 0.5; place += step) {
      share += massAt(place);
      const isNew = share > LEAST_TAIL && (share - kept > MOST_STEP || share > MOST_RATIO * kept);
      if (!isNew) continue;
      into.push({ at: ends(step === 1 ? place : place - 1), share });
      kept = share;
    }
  };
  walk(1, lower);
  walk(-1, upper);
  const knots = [...lower, ...upper.reverse().map(({ at, share }) => ({ at, share: 1 - share }))];
  const rising = knots.filter(({ at, share }, i) => {
    const before = knots[i - 1];
    return !before || (at > before.at && share >= before.share);
  });
  return new Knots(
    Float64Array.from(rising, ({ at }) => at),
    Float64Array.from(rising, ({ share }) => share),
  );
}

/** Complex numbers as arrays of real and imaginary parts. */
export interface Complexes {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** exp(−2πik/n) for k below n/2. */
function findFactors(n: number): Complexes {
  const half = n / 2;
  const re = new Float64Array(half).fill(1);
  const im = new Float64Array(half);
  // The factor for k = n/4 is −i, and square roots give the factors for halved angles.
  let [cosine, sine] = [0, -1];
  for (let step = half / 2; step >= 1; step /= 2) {
    for (let k = step; k < half; k += 2 * step) {
      const [x, y] = [re[k - step]!, im[k - step]!];
      re[k] = x * cosine - y * sine;
      im[k] = x * sine + y * cosine;
    }
    const halved = Math.sqrt((1 + cosine) / 2);
    sine /= 2 * halved;
    cosine = halved;
  }
  return { re, im };
}

/**
 * Transforms in place. If the sign of `im` is changed before and after, the transform is its own inverse, up to the
 * factor n.
 */
function transform({ re, im }: Complexes): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
  const factors = findFactors(n);
  for (let size = 2; size <= n; size *= 2) {
    const [half, stride] = [size / 2, n / size];
    for (let start = 0; start < n; start += size)
      for (let k = 0; k < half; k++) {
        const [c, s] = [factors.re[k * stride]!, factors.im[k * stride]!];
        const [i, j] = [start + k, start + k + half];
        const x = re[j]! * c - im[j]! * s;
        const y = re[j]! * s + im[j]! * c;
        re[j] = re[i]! - x;
        im[j] = im[i]! - y;
        re[i]! += x;
        im[i]! += y;
      }
  }
}
