// Standard errors of figures for values that consist of lanes. The points of a lattice, and the blocks of a net, are
// divided into eight groups that are also point sets. The spread of a figure over the groups shows its error. Groups
// are less accurate than all points together, so the spread is a safe estimate where a function is smooth. A fraction
// of the error of independent draws is always added, to account for kinks and tails that no group shows. Far out, where
// a group has few lanes, a larger fraction is added.

import type { Query } from '../core/operations.ts';

/** A quantile, or P(V > at). */
export interface ShareFigure {
  readonly kind: 'quantile' | 'probability';
  readonly at: number;
}

export type Figure = { readonly kind: 'mean' | 'deviation' } | ShareFigure;

/** The figure that a query returns, for computing its standard error. */
export function maybeFigure(query: Query, at: number): Figure | undefined {
  if (query === 'mean_error') return { kind: 'mean' };
  if (query === 'quantile_error') return { kind: 'quantile', at };
  return query === 'probability_error' ? { kind: 'probability', at } : undefined;
}

/**
 * Order of the lanes. In a lattice, every fourth point belongs to the same block. The blocks of a net are nets
 * themselves, which fill the space of a few sources (`low-net`) more evenly. Draws have no order.
 */
export type LaneOrder = 'lattice' | 'net' | 'low-net' | 'none';

const GROUPS = 8;
/**
 * Number of blocks in which the lanes of sources are controlled. The means and deviations of each block are therefore
 * controlled, too.
 */
const BLOCKS = 4;
/** Minimum number of lanes beyond a figure for the figure not to count as part of the tail. */
const FEW_LANES = 64;
/**
 * Minimum number of lanes beyond a quantile. With fewer, the quantile's error is extrapolated from the mean excess of
 * the last lanes.
 */
const LAST_LANES = 16;
/** Minimum number of a net's lanes beyond a figure. With fewer, the error is at least that of independent draws. */
const FEWEST_LANES = 3;
/**
 * Factor by which the spread of a net's groups is multiplied, because the groups are less accurate than all points
 * together.
 */
const NET_PARTS: Readonly<Record<'net' | 'low-net', number>> = { net: 0.85, 'low-net': 0.75 };
/** Fraction of the error of independent draws that is added to stabilise the spread of the groups. */
const PRIOR = 0.6;
/** The same fraction for moments of controlled lanes. */
const CONTROLLED_PRIOR = 0.3;
/** Degrees of freedom of these fractions. The spread of eight groups has seven degrees of freedom. */
const PRIOR_DEGREES = 3;
/** Fraction of the error of independent draws that is added for a lattice, unless there are few lanes. */
const LATTICE_PART = 0.25;
/** Number of standard errors beyond which a difference from the lanes is not due to chance. */
const SURE: Readonly<Record<LaneOrder, number>> = { lattice: 3, net: 6.5, 'low-net': 6.5, none: 3 };

interface LaneMoments {
  readonly mean: number;
  readonly variance: number;
  readonly fourth: number;
}

export class LaneErrors {
  readonly #lanes: Float64Array;
  readonly #order: LaneOrder;
  readonly #repeats: number;
  readonly #share: number;
  /** Errors of independent draws, if lanes repeat them. */
  readonly #sparse: LaneErrors | undefined;
  /** Number of groups whose moments show the error of all lanes. */
  readonly #momentGroups: number;
  #sorted: Float64Array | undefined;
  #moments: LaneMoments | undefined;

  /**
   * @param isControlled true if the lanes of some sources are corrected
   * @param draws number of different draws, if lanes repeat them
   */
  constructor(lanes: Float64Array, order: LaneOrder, isControlled = false, draws = lanes.length) {
    this.#repeats = order === 'none' ? lanes.length / draws : 1;
    this.#share = draws / lanes.length;
    if (order !== 'none' && draws < lanes.length) this.#sparse = new LaneErrors(lanes, 'none', false, draws);
    this.#lanes = lanes;
    this.#order = order;
    this.#momentGroups = isControlled ? BLOCKS : GROUPS;
  }

  /**
   * The standard error of a figure. If no lane reaches an event, the error of its probability is an upper bound that
   * holds nineteen times out of twenty.
   */
  errorOf(figure: Figure): number {
    const error = this.#ownErrorOf(figure);
    if (!this.#sparse) return error;
    return Math.hypot(
      Math.sqrt(this.#share) * error,
      Math.sqrt(1 - this.#share) * this.#sparse.errorOf(figure),
    );
  }

  #ownErrorOf(figure: Figure): number {
    const n = this.#lanes.length / this.#repeats;
    if (('at' in figure && Number.isNaN(figure.at)) || Number.isNaN(this.#findMoments().mean))
      return Number.NaN;
    const { mean, variance, fourth } = this.#findMoments();
    switch (figure.kind) {
      case 'mean': {
        const seen = this.#spreadOf(findMean, this.#momentGroups);
        const independent = Math.sqrt(variance / n);
        const error = Math.hypot(seen, this.#part(0.02) * independent);
        // All groups of a net may miss the same part of a step.
        return this.#isNet && this.#isStepped
          ? Math.max(error, pool('net', seen, independent, this.#momentGroups))
          : error;
      }
      case 'deviation': {
        const kurtosis = variance > 0 ? fourth / variance ** 2 : 1;
        const independent = Math.sqrt((variance * Math.max(0, kurtosis - 1)) / (4 * n));
        const seen = this.#spreadOf(findDeviation, this.#momentGroups);
        // Rare draws account for most of the deviation, so the error is at least the spread of the groups.
        return this.#isNet
          ? Math.max(seen, pool('net', seen, independent, this.#momentGroups))
          : Math.hypot(seen, this.#part(0.1) * independent);
      }
      case 'probability': {
        let above = 0;
        for (const x of this.#lanes) if (x > figure.at) above++;
        return this.#errorOfShare(above / this.#lanes.length, (x) => x > figure.at);
      }
      case 'quantile':
        return this.#errorOfQuantile(figure.at, Math.sqrt(variance), mean);
    }
  }

  contradicts(answer: number, figure: ShareFigure, error = this.errorOf(figure)): boolean {
    const distance = Math.abs(answer - this.figureOf(figure));
    return distance > SURE[this.#order] * error;
  }

  /** The figure computed from the lanes. */
  figureOf({ kind, at }: ShareFigure): number {
    const sorted = this.#sort();
    if (kind === 'quantile') return quantileOf(sorted, at);
    const n = sorted.length;
    let [low, high] = [0, n];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! > at) high = middle;
      else low = middle + 1;
    }
    return (n - low) / n;
  }

  get #isNet(): boolean {
    return this.#order === 'net' || this.#order === 'low-net';
  }

  /**
   * True if most lanes share their number with another lane, which means that the value is a step function of its
   * sources.
   */
  get #isStepped(): boolean {
    const sorted = this.#sort();
    let equal = 0;
    for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) equal++;
    return 2 * equal > sorted.length;
  }

  #sort(): Float64Array {
    this.#sorted ??= Float64Array.from(this.#lanes).sort();
    return this.#sorted;
  }

  /** Factor by which the error of independent draws is multiplied before it is added to the spread of the groups. */
  #part(unseen: number): number {
    return this.#order === 'none' ? 1 : unseen;
  }

  #errorOfShare(share: number, holds: (x: number) => boolean): number {
    const n = this.#lanes.length / this.#repeats;
    const tail = n * Math.min(share, 1 - share);
    // With probability e^−3, about one in twenty, no lane reaches an event of probability 3 / n.
    if (tail === 0) return 1.5 / n;
    // With few lanes, uses the upper error of a count (Gehrels 1986).
    const independent =
      tail < FEW_LANES ? (1 + Math.sqrt(tail + 0.75)) / n : Math.sqrt((share * (1 - share)) / n);
    const order = this.#order;
    if (order === 'none') return Math.max(independent, 0.5 / n);
    const seen = this.#spreadOf((lanes) => {
      let count = 0;
      for (let i = 0; i < lanes.length; i++) if (holds(lanes[i]!)) count++;
      return count / lanes.length;
    });
    if (order === 'lattice')
      return Math.max(seen, (tail < FEW_LANES ? 1 : LATTICE_PART) * independent, 0.5 / n);
    if (tail < FEWEST_LANES) return Math.max(seen, independent);
    return Math.max(pool(order, seen, Math.sqrt((share * (1 - share)) / n)), 0.5 / n);
  }

  #errorOfQuantile(p: number, deviation: number, mean: number): number {
    const sorted = this.#sort();
    const n = sorted.length / this.#repeats;
    const at = (share: number) => quantileOf(sorted, share);
    if (!(p >= 0 && p <= 1)) return Number.NaN;
    const quantile = at(p);
    const error = this.#errorOfShare(p, (x) => x <= quantile);
    // The points of a set may lie close together, so the wider side of a wider interval is used.
    const width =
      this.#order !== 'none'
        ? Math.max(at(p + 2 * error) - quantile, quantile - at(p - 2 * error)) / 2
        : (at(p + error) - at(p - error)) / 2;
    const tail = Math.min(p, 1 - p);
    if (n * tail >= LAST_LANES || !(deviation > 0) || !Number.isFinite(mean)) return width;
    // Beyond the last lanes, the tail is extrapolated from their mean excess.
    const side = p < 0.5 ? sorted.subarray(0, LAST_LANES) : sorted.subarray(-LAST_LANES);
    const scale = Math.abs(findMean(side) - (p < 0.5 ? side[LAST_LANES - 1]! : side[0]!));
    return Math.max(width, (scale * error) / Math.max(tail, 1 / n));
  }

  /** Standard error of a figure, from its spread over the groups. */
  #spreadOf(figure: (lanes: Float64Array) => number, count = GROUPS): number {
    if (this.#order === 'none') return 0;
    const figures = this.#groups(count).map(figure);
    const mean = figures.reduce((sum, one) => sum + one, 0) / count;
    const squares = figures.reduce((sum, one) => sum + (one - mean) ** 2, 0);
    return Math.sqrt(squares / (count - 1) / count);
  }

  #groups(count: number): Float64Array[] {
    const lanes = this.#lanes;
    const length = lanes.length / count;
    if (this.#order !== 'lattice' || count === BLOCKS)
      return Array.from({ length: count }, (_, i) => lanes.subarray(i * length, (i + 1) * length));
    // Lane l of block b is point 4·l + b, and a group contains every eighth point.
    return Array.from({ length: count }, (_, i) => {
      const block = (i % 4) * (lanes.length / 4);
      return Float64Array.from({ length }, (_, k) => lanes[block + 2 * k + (i >> 2)]!);
    });
  }

  moments(): { mean: number; deviation: number } {
    const { mean, variance } = this.#findMoments();
    return { mean, deviation: Math.sqrt(variance) };
  }

  #findMoments(): LaneMoments {
    if (this.#moments) return this.#moments;
    const lanes = this.#lanes;
    const mean = findMean(lanes);
    let [variance, fourth] = [0, 0];
    for (let i = 0; i < lanes.length; i++) {
      const square = (lanes[i]! - mean) ** 2;
      variance += square / lanes.length;
      fourth += (square * square) / lanes.length;
    }
    this.#moments = { mean, variance, fourth };
    return this.#moments;
  }
}

/** Error of a figure from a net, combining the spread of the groups and the error of independent draws. */
function pool(order: 'net' | 'low-net', seen: number, independent: number, groups = GROUPS): number {
  const degrees = groups - 1;
  const prior = groups === BLOCKS ? CONTROLLED_PRIOR : PRIOR;
  const squares = PRIOR_DEGREES * (prior * independent) ** 2 + degrees * seen ** 2;
  return NET_PARTS[order] * Math.sqrt(squares / (PRIOR_DEGREES + degrees));
}

/** Smallest lane that is not exceeded by the given fraction of the lanes. */
function quantileOf(sorted: Float64Array, share: number): number {
  const n = sorted.length;
  return sorted[Math.min(n - 1, Math.max(0, Math.ceil(share * n) - 1))]!;
}

export function findMean(lanes: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < lanes.length; i++) sum += lanes[i]!;
  return sum / lanes.length;
}

/** Standard deviation, with the number of lanes as the divisor. */
export function findDeviation(lanes: Float64Array): number {
  const mean = findMean(lanes);
  let sum = 0;
  for (let i = 0; i < lanes.length; i++) sum += (lanes[i]! - mean) ** 2;
  return Math.sqrt(sum / lanes.length);
}
