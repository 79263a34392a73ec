// Standard errors of figures of a value that is lanes alone. Every eighth point of a lattice and every eighth block of
// a net are point sets too, so a figure's spread over eight such groups shows its error. Groups are worse than all
// points together: the spread is safe where a function is smooth. A quarter of the error of independent draws is added
// for what no group shows (kinks and tails); far out, where a group has few lanes, all of that error counts.

import type { Query } from '../core/operations.ts';

/** A quantile, or P(V > at). */
export interface ShareFigure {
  readonly kind: 'quantile' | 'probability';
  readonly at: number;
}

/** A figure of a distribution. */
export type Figure = { readonly kind: 'mean' | 'deviation' } | ShareFigure;

/** The figure whose error a query asks for. */
export function maybeFigure(query: Query, at: number): Figure | undefined {
  if (query === 'mean_error') return { kind: 'mean' };
  if (query === 'quantile_error') return { kind: 'quantile', at };
  return query === 'probability_error' ? { kind: 'probability', at } : undefined;
}

/** Order of lanes: every fourth point of a lattice makes a block; blocks of a net are nets; draws have no order. */
export type LaneOrder = 'lattice' | 'net' | 'none';

const GROUPS = 8;
/** Share of the error of independent draws that always counts. */
const UNSEEN = 0.25;
/** With fewer lanes than this beyond it, a figure is one of the tail: points are no better there than draws. */
const FEW_LANES = 64;
/** Part of that error for a net: figures of C0-S+ were off by 0.4 of it (root mean square of 67 quantiles). */
const FEW_OF_NET = 0.6;
/** With fewer lanes than this beyond it, a quantile continues as their excess has it. */
const LAST_LANES = 16;

export class LaneErrors {
  readonly #lanes: Float64Array;
  readonly #order: LaneOrder;
  #sorted: Float64Array | undefined;

  constructor(lanes: Float64Array, order: LaneOrder) {
    this.#lanes = lanes;
    this.#order = order;
  }

  /** One standard error. Probabilities that no lane shows have the error that hides them nineteen times in twenty. */
  errorOf(figure: Figure): number {
    const n = this.#lanes.length;
    if (('at' in figure && Number.isNaN(figure.at)) || this.#lanes.some(Number.isNaN)) return Number.NaN;
    const { mean, variance, fourth } = this.#findMoments();
    switch (figure.kind) {
      case 'mean':
        return Math.hypot(this.#spreadOf(findMean), this.#part(0.02) * Math.sqrt(variance / n));
      case 'deviation': {
        const kurtosis = variance > 0 ? fourth / variance ** 2 : 1;
        const independent = Math.sqrt((variance * Math.max(0, kurtosis - 1)) / (4 * n));
        return Math.hypot(this.#spreadOf(findDeviation), this.#part(0.1) * independent);
      }
      case 'probability': {
        let above = 0;
        for (let i = 0; i < n; i++) if (this.#lanes[i]! > figure.at) above++;
        return this.#errorOfShare(above / n, (x) => x > figure.at);
      }
      case 'quantile':
        return this.#errorOfQuantile(figure.at, Math.sqrt(variance), mean);
    }
  }

  /** The figure as lanes show it. */
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

  #sort(): Float64Array {
    this.#sorted ??= Float64Array.from(this.#lanes).sort();
    return this.#sorted;
  }

  /** Part of the error of independent draws that counts beside the spread of groups. */
  #part(unseen: number): number {
    return this.#order === 'none' ? 1 : unseen;
  }

  /** The same far out: a net's points spread evenly there too, until a few are left. */
  #partOfFew(tail: number): number {
    return this.#order === 'net' && tail >= LAST_LANES ? FEW_OF_NET : 1;
  }

  #errorOfShare(share: number, holds: (x: number) => boolean): number {
    const n = this.#lanes.length;
    const tail = n * Math.min(share, 1 - share);
    // e^−3 is one in twenty.
    if (tail === 0) return 1.5 / n;
    // Few lanes: the upper error of a count (Gehrels 1986).
    const independent =
      tail < FEW_LANES ? (1 + Math.sqrt(tail + 0.75)) / n : Math.sqrt((share * (1 - share)) / n);
    const part = tail < FEW_LANES ? this.#partOfFew(tail) : this.#part(UNSEEN);
    const seen = this.#spreadOf((lanes) => {
      let count = 0;
      for (let i = 0; i < lanes.length; i++) if (holds(lanes[i]!)) count++;
      return count / lanes.length;
    });
    return Math.max(seen, part * independent, 0.5 / n);
  }

  #errorOfQuantile(p: number, deviation: number, mean: number): number {
    const sorted = this.#sort();
    const n = sorted.length;
    const at = (share: number) => quantileOf(sorted, share);
    if (!(p >= 0 && p <= 1)) return Number.NaN;
    const quantile = at(p);
    const error = this.#errorOfShare(p, (x) => x <= quantile);
    // Lanes of a lattice may lie close together: the wider side of a wider interval counts.
    const width =
      this.#order === 'lattice'
        ? Math.max(at(p + 2 * error) - quantile, quantile - at(p - 2 * error)) / 2
        : (at(p + error) - at(p - error)) / 2;
    const tail = Math.min(p, 1 - p);
    if (n * tail >= LAST_LANES || !(deviation > 0) || !Number.isFinite(mean)) return width;
    // Beyond the last lanes the tail continues as their excess has it.
    const side = p < 0.5 ? sorted.subarray(0, LAST_LANES) : sorted.subarray(n - LAST_LANES);
    const scale = Math.abs(findMean(side) - (p < 0.5 ? side[LAST_LANES - 1]! : side[0]!));
    return Math.max(width, (scale * error) / Math.max(tail, 1 / n));
  }

  /** Spread of a figure over groups, as that of their mean. */
  #spreadOf(figure: (lanes: Float64Array) => number): number {
    if (this.#order === 'none') return 0;
    const figures = this.#groups().map(figure);
    const mean = figures.reduce((sum, one) => sum + one, 0) / GROUPS;
    const squares = figures.reduce((sum, one) => sum + (one - mean) ** 2, 0);
    return Math.sqrt(squares / (GROUPS - 1) / GROUPS);
  }

  #groups(): Float64Array[] {
    const lanes = this.#lanes;
    const length = lanes.length / GROUPS;
    if (this.#order === 'net')
      return Array.from({ length: GROUPS }, (_, i) => lanes.subarray(i * length, (i + 1) * length));
    // Lane l of block b is point 4·l + b; a group has every eighth point.
    return Array.from({ length: GROUPS }, (_, i) => {
      const block = (i % 4) * (lanes.length / 4);
      return Float64Array.from({ length }, (_, k) => lanes[block + 2 * k + (i >> 2)]!);
    });
  }

  moments(): { mean: number; deviation: number } {
    const { mean, variance } = this.#findMoments();
    return { mean, deviation: Math.sqrt(variance) };
  }

  #findMoments(): { mean: number; variance: number; fourth: number } {
    const lanes = this.#lanes;
    const mean = findMean(lanes);
    let [variance, fourth] = [0, 0];
    for (let i = 0; i < lanes.length; i++) {
      const square = (lanes[i]! - mean) ** 2;
      variance += square / lanes.length;
      fourth += (square * square) / lanes.length;
    }
    return { mean, variance, fourth };
  }
}

/** Least lane that as many lanes as a share do not exceed. */
function quantileOf(sorted: Float64Array, share: number): number {
  const n = sorted.length;
  return sorted[Math.min(n - 1, Math.max(0, Math.ceil(share * n) - 1))]!;
}

function findMean(lanes: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < lanes.length; i++) sum += lanes[i]!;
  return sum / lanes.length;
}

function findDeviation(lanes: Float64Array): number {
  const mean = findMean(lanes);
  let sum = 0;
  for (let i = 0; i < lanes.length; i++) sum += (lanes[i]! - mean) ** 2;
  return Math.sqrt(sum / lanes.length);
}
