// Distribution functions as knots joined by cubics. Two knots at the same position are a jump: an outcome with
// positive probability. A value that consists mainly of outcomes has steps instead of cubics.

import { findFirstAtLeast } from '../distributions/deltas.ts';
import type { Moments } from '../distributions/moments.ts';
import { type Pieces, powerBetween } from './pieces.ts';

const BISECTIONS = 40;
/**
 * Minimum mass of the jumps in a discrete value. A payoff, for example, is not discrete: it has one large outcome and a
 * continuous part.
 */
const DISCRETE = 1 - 1e-4;

/** Maximum total probability of outcomes that counts as rounding error. */
const LEAST_JUMP = 1e-9;
/** Maximum probability of an interval that counts as rounding error. */
const LEAST_CELL = 1e-11;
/** Minimum number of knots between two limits. */
const FEWEST_INNER = 16;
/** Approximate number of knots between two limits, if there would be fewer. */
const INNER_KNOTS = 512;
/** Approximate number of cells in a continuous part. */
const CONTINUOUS_CELLS = 128;

export class Knots {
  readonly positions: Float64Array;
  readonly shares: Float64Array;
  readonly isDiscrete: boolean;
  /** True if some outcomes have a positive probability. */
  readonly hasJumps: boolean;
  /** Linear pieces of a non-monotone function; absent for other values. */
  readonly pieces: Pieces | undefined;
  /** Total probability of all outcomes. */
  readonly #jumps: number;
  #densities: Float64Array | undefined;

  /** @param positions ascending positions; `shares` are the cumulative probabilities, also ascending */
  constructor(positions: Float64Array, shares: Float64Array, pieces?: Pieces) {
    this.positions = positions;
    this.shares = shares;
    this.pieces = pieces;
    let jumps = 0;
    for (let i = 1; i < positions.length; i++)
      if (positions[i] === positions[i - 1]) jumps += shares[i]! - shares[i - 1]!;
    this.isDiscrete = jumps > DISCRETE;
    this.#jumps = jumps;
    this.hasJumps = jumps > LEAST_JUMP;
  }

  /** P(V ≤ x). */
  shareUpTo(x: number): number {
    const { positions, shares } = this;
    const n = positions.length;
    if (x < positions[0]!) return 0;
    if (x >= positions[n - 1]!) return 1;
    let low = 0;
    let high = n - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (positions[middle]! <= x) low = middle;
      else high = middle;
    }
    if (this.isDiscrete) return shares[low]!;
    const part = (x - positions[low]!) / (positions[high]! - positions[low]!);
    return this.#shareAt(low, part);
  }

  /** Smallest x with P(V ≤ x) ≥ p. */
  quantileAt(p: number): number {
    const { positions, shares } = this;
    const i = findFirstAtLeast(shares, p);
    if (i === 0) return positions[0]!;
    if (i === shares.length) return positions[i - 1]!;
    const [start, end] = [positions[i - 1]!, positions[i]!];
    if (this.isDiscrete || start === end) return end;
    let [low, high] = [0, 1];
    for (let round = 0; round < BISECTIONS; round++) {
      const middle = (low + high) / 2;
      if (this.#shareAt(i - 1, middle) < p) low = middle;
      else high = middle;
    }
    return start + ((low + high) / 2) * (end - start);
  }

  /** Standard error of P(V ≤ x); absent for a monotone function. */
  get errorAt(): ((x: number) => number) | undefined {
    const { pieces } = this;
    return pieces && ((x) => pieces.errorAt(x));
  }

  /** P(V = x) if there is a jump at x; otherwise 0. */
  jumpAt(x: number): number {
    const { positions, shares } = this;
    let i = findFirstAtLeast(positions, x);
    if (positions[i] !== x) return 0;
    const below = shares[i]!;
    while (positions[i + 1] === x) i++;
    return shares[i]! - below;
  }

  /** True for a number beyond an outcome at the end of the support, which no draw can reach. */
  isBeyond(x: number): boolean {
    const [first, last] = [this.positions[0]!, this.positions.at(-1)!];
    return (x < first && this.jumpAt(first) > LEAST_JUMP) || (x >= last && this.jumpAt(last) > LEAST_JUMP);
  }

  /** The distribution between two limits, or these knots if nothing is cut; undefined if they do not resolve it. */
  maybeWithin(low: number, high: number): Knots | undefined {
    const { positions, shares } = this;
    if (low <= positions[0]! && high >= positions.at(-1)!) return this;
    const [first, last] = [Math.max(low, positions[0]!), Math.min(high, positions.at(-1)!)];
    const [below, upTo] = [
      first > low ? 0 : this.shareUpTo(first) - this.jumpAt(first),
      this.shareUpTo(last),
    ];
    const inner = Array.from(positions.keys()).filter((i) => positions[i]! > first && positions[i]! < last);
    if (inner.length < FEWEST_INNER || !(upTo > below)) return undefined;
    const at = [first, ...inner.map((i) => positions[i]!), last];
    const within = [this.shareUpTo(first), ...inner.map((i) => shares[i]!), upTo - this.jumpAt(last)];
    // More knots, because moments treat the mass between knots as uniform.
    const parts = this.isDiscrete ? 1 : Math.ceil(INNER_KNOTS / inner.length);
    for (let i = at.length - 1; i > 0 && parts > 1; i--) {
      // Beside a gap, the density has an edge, which interpolation would smooth.
      const isFlat = (k: number) => within[k] === within[k - 1];
      if (!(at[i]! > at[i - 1]!) || isFlat(i - 1) || isFlat(i) || isFlat(i + 1)) continue;
      const more = Array.from(
        { length: parts - 1 },
        (_, k) => at[i - 1]! + ((k + 1) / parts) * (at[i]! - at[i - 1]!),
      );
      at.splice(i, 0, ...more);
      within.splice(i, 0, ...more.map((x) => this.shareUpTo(x)));
    }
    return new Knots(
      Float64Array.of(first, ...at, last),
      Float64Array.of(below, ...within, upTo).map((share) => (share - below) / (upTo - below)),
    );
  }

  /** The knots of factor·V + constant. */
  scaled(factor: number, constant: number): Knots {
    const positions = this.positions.map((x) => factor * x + constant);
    return factor > 0
      ? new Knots(positions, this.shares)
      : new Knots(positions.reverse(), this.shares.map((share) => 1 - share).reverse());
  }

  /** Mean and variance; mass is uniform between knots. */
  findMoments(): Moments {
    if (this.pieces) return this.pieces.findMoments();
    const { positions, shares } = this;
    const last = positions.length - 1;
    const middle = this.quantileAt(0.5);
    let [mean, square] = [0, 0];
    for (let i = 0; i <= last + 1; i++) {
      const mass = (shares[i] ?? 1) - (shares[i - 1] ?? 0);
      const [from, to] = [positions[Math.max(0, i - 1)]! - middle, positions[Math.min(i, last)]! - middle];
      mean += (mass * (from + to)) / 2;
      square += (mass * (from * from + from * to + to * to)) / 3;
    }
    return { mean: middle + mean, variance: square - mean * mean };
  }

  /** Central moment of any order; mass is uniform between knots. */
  centralMoment(order: number, mean: number): number {
    if (this.pieces) return this.pieces.centralMoment(order, mean);
    const { positions, shares } = this;
    const last = positions.length - 1;
    let sum = 0;
    for (let i = 0; i <= last + 1; i++) {
      const mass = (shares[i] ?? 1) - (shares[i - 1] ?? 0);
      sum +=
        mass *
        powerBetween(positions[Math.max(0, i - 1)]! - mean, positions[Math.min(i, last)]! - mean, order);
    }
    return sum;
  }

  /** Fraction of the variance that lies at the outermost knots. Any variance beyond them is not included. */
  outerShareOf({ mean, variance }: Moments): number {
    if (this.pieces) return this.pieces.outerPartOf(mean) / variance;
    const { positions, shares } = this;
    const [low, high] = [positions[0]! - mean, positions.at(-1)! - mean];
    return (shares[0]! * low ** 2 + (1 - shares.at(-1)!) * high ** 2) / variance;
  }

  /** Outcomes and the cells of the continuous part (placed at their middle quantiles), with their probabilities. */
  cells(): { positions: Float64Array; masses: Float64Array } {
    const { positions, shares } = this;
    const [at, masses]: [number[], number[]] = [[], []];
    for (let i = 0; i <= positions.length; i++) {
      const below = shares[i - 1] ?? 0;
      const mass = (shares[i] ?? 1) - below;
      if (mass < LEAST_CELL) continue;
      const isOutcome = i === 0 || i === positions.length || positions[i] === positions[i - 1];
      const parts = isOutcome ? 1 : Math.ceil((CONTINUOUS_CELLS * mass) / (1 - this.#jumps));
      for (let k = 0; k < parts; k++) {
        at.push(this.quantileAt(below + ((k + 0.5) / parts) * mass));
        masses.push(mass / parts);
      }
    }
    return { positions: Float64Array.from(at), masses: Float64Array.from(masses) };
  }

  /** The largest density, optionally relative to the distance from 0. */
  steepest(isRelative: boolean): number {
    const { positions } = this;
    if (this.hasJumps) return Infinity;
    let most = 0;
    this.#findDensities().forEach((density, i) => {
      most = Math.max(most, isRelative ? density * Math.abs(positions[i]!) : density);
    });
    return most;
  }

  #findDensities(): Float64Array {
    this.#densities ??= findDensities(this.positions, this.shares);
    return this.#densities;
  }

  /**
   * Cumulative probability at a fraction of the interval after knot i, from the monotone cubic of Fritsch and Carlson
   * (1980).
   */
  #shareAt(i: number, t: number): number {
    const { positions, shares } = this;
    const densities = this.#findDensities();
    const width = positions[i + 1]! - positions[i]!;
    const rise = shares[i + 1]! - shares[i]!;
    const [start, end] = [densities[i]! * width, densities[i + 1]! * width];
    // Densities overflow near the smallest numbers.
    if (!(start + end < Infinity)) return shares[i]! + t * rise;
    return shares[i]! + t * (start + t * (3 * rise - 2 * start - end + t * (start + end - 2 * rise)));
  }
}

/**
 * Densities at knots, chosen between the densities on both sides and small enough for a monotone cubic. Jumps have no
 * density.
 */
function findDensities(positions: Float64Array, shares: Float64Array): Float64Array {
  const last = positions.length - 1;
  const widthAfter = (i: number) => positions[i + 1]! - positions[i]!;
  return positions.map((_, i) => {
    const before = i > 0 ? widthAfter(i - 1) : 0;
    const after = i < last ? widthAfter(i) : 0;
    const left = before > 0 ? (shares[i]! - shares[i - 1]!) / before : 0;
    const right = after > 0 ? (shares[i + 1]! - shares[i]!) / after : 0;
    if (!(before > 0 && after > 0)) return left + right;
    return Math.min((after * left + before * right) / (before + after), 3 * left, 3 * right);
  });
}

/** Knots for outcomes with their probabilities, in any order. */
export function joinOutcomes(outcomes: readonly { readonly at: number; readonly mass: number }[]): Knots {
  const masses = new Map<number, number>();
  for (const { at, mass } of outcomes) masses.set(at, (masses.get(at) ?? 0) + mass);
  const positions: number[] = [];
  const shares: number[] = [];
  let below = 0;
  for (const at of Float64Array.from(masses.keys()).sort()) {
    positions.push(at, at);
    shares.push(below, below + masses.get(at)!);
    below = shares.at(-1)!;
  }
  return new Knots(Float64Array.from(positions), Float64Array.from(shares));
}

/**
 * The distribution function of a combination of two values, including its jumps.
 * @param combine computes the result's cumulative probability from those of both values, and increases with each
 */
export function combineKnots(first: Knots, second: Knots, combine: (p: number, q: number) => number): Knots {
  const jumps = new Set<number>();
  for (const { positions } of [first, second])
    for (let i = 1; i < positions.length; i++)
      if (positions[i] === positions[i - 1]) jumps.add(positions[i]!);
  const [positions, shares]: [number[], number[]] = [[], []];
  const add = (x: number, share: number) => {
    const p = Math.max(shares.at(-1) ?? 0, share);
    // Long tails with equal cumulative probabilities need no knots.
    if (p === shares.at(-1) && p === shares.at(-2)) positions[positions.length - 1] = x;
    else {
      positions.push(x);
      shares.push(p);
    }
  };
  for (const x of Float64Array.from(new Set([...first.positions, ...second.positions])).sort()) {
    const [p, q] = [first.shareUpTo(x), second.shareUpTo(x)];
    if (jumps.has(x)) add(x, combine(p - first.jumpAt(x), q - second.jumpAt(x)));
    add(x, combine(p, q));
  }
  return new Knots(Float64Array.from(positions), Float64Array.from(shares));
}
