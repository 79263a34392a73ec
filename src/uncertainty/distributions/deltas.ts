// Properties of a distribution, computed from its deltas. A record's deltas represent cells of a density unless they
// are atoms, that is, outcomes given individually. The mean split cuts the density at conditional means, which follow
// from the deltas. Queries interpolate within cells but count atoms.

import type { DistributionFunction } from './distribution-function.ts';

/** Finite deltas in ascending order, and the masses of the special positions. */
export interface Deltas {
  readonly positions: Float64Array;
  readonly masses: Float64Array;
  readonly nan: number;
  readonly negativeInfinity: number;
  readonly positiveInfinity: number;
  /** True if the deltas are the possible outcomes themselves. */
  readonly atoms: boolean;
  /**
   * 1 at each position that several deltas share. Such a position is an outcome among cells, such as the 0 of a payoff.
   */
  readonly outcomes?: Uint8Array | undefined;
  /**
   * Distribution of mass around the deltas, if more is known than the deltas show. Special positions then have no mass.
   */
  readonly distribution?: DistributionFunction | undefined;
}

/**
 * Minimum number of deltas at one position for the position to count as an outcome; a function may take each value
 * twice.
 */
const FEWEST_EQUAL = 3;
/** Fraction of the mass in outcomes above which a value counts as discrete. */
const DISCRETE = 0.9;

const NOTHING_SPECIAL = { nan: 0, negativeInfinity: 0, positiveInfinity: 0 };

/**
 * Builds `Deltas` from entries in any order, merging equal positions. Arrays that are already in order are used
 * unchanged.
 */
export function collectDeltas(positions: Float64Array, masses: Float64Array, atoms: boolean): Deltas {
  if (isAscending(positions)) return { positions, masses, ...NOTHING_SPECIAL, atoms };
  const special = { nan: 0, negativeInfinity: 0, positiveInfinity: 0 };
  const order: number[] = [];
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!;
    if (Number.isFinite(position)) order.push(i);
    else if (position > 0) special.positiveInfinity += masses[i]!;
    else if (position < 0) special.negativeInfinity += masses[i]!;
    else special.nan += masses[i]!;
  }
  order.sort((i, j) => positions[i]! - positions[j]!);
  const sorted = new Float64Array(order.length);
  const weights = new Float64Array(order.length);
  const met = new Uint32Array(order.length);
  let n = 0;
  for (const i of order) {
    if (n > 0 && sorted[n - 1] === positions[i]) {
      weights[n - 1]! += masses[i]!;
    } else {
      sorted[n] = positions[i]!;
      weights[n++] = masses[i]!;
    }
    met[n - 1]!++;
  }
  const outcomes = Uint8Array.from(met.subarray(0, n), (count) => Number(count >= FEWEST_EQUAL));
  const mass = outcomes.reduce((sum, one, i) => sum + one * weights[i]!, 0);
  return {
    positions: sorted.subarray(0, n),
    masses: weights.subarray(0, n),
    ...special,
    atoms: atoms || mass > DISCRETE,
    outcomes: mass > 0 ? outcomes : undefined,
  };
}

/** True for finite numbers in strictly ascending order. */
function isAscending(positions: Float64Array): boolean {
  const n = positions.length;
  for (let i = 1; i < n; i++) if (!(positions[i - 1]! < positions[i]!)) return false;
  return n > 0 && Number.isFinite(positions[0]!) && Number.isFinite(positions[n - 1]!);
}

/** Bounds of the deltas' cells, one more than the number of deltas; each outer cell is symmetric about its delta. */
export function findCellBounds(deltas: Deltas): Float64Array {
  const { positions, masses } = deltas;
  const n = positions.length;
  const bounds = new Float64Array(n + 1);
  markBounds(positions, masses, 0, n, bounds);
  if (n > 1) {
    bounds[0] = 2 * positions[0]! - bounds[1]!;
    bounds[n] = 2 * positions[n - 1]! - bounds[n - 1]!;
  } else if (n === 1) {
    bounds.fill(positions[0]!);
  }
  return bounds;
}

/**
 * Marks the bounds within [first, last). The mean split cuts this range at its mean, and then cuts both halves in the
 * same way.
 */
function markBounds(
  positions: Float64Array,
  masses: Float64Array,
  first: number,
  last: number,
  bounds: Float64Array,
): void {
  if (last - first < 2) return;
  let mass = 0;
  let moment = 0;
  const centre = positions[first]!;
  for (let i = first; i < last; i++) {
    mass += masses[i]!;
    moment += masses[i]! * (positions[i]! - centre);
  }
  const mean = mass > 0 ? centre + moment / mass : centre;
  let middle = first + 1;
  while (middle < last - 1 && positions[middle]! < mean) middle++;
  bounds[middle] = Math.min(Math.max(mean, positions[middle - 1]!), positions[middle]!);
  markBounds(positions, masses, first, middle, bounds);
  markBounds(positions, masses, middle, last, bounds);
}

/** x with P(V < x) = p. NaN if NaN has mass, or if p is not a probability. */
export function findQuantile(deltas: Deltas, p: number): number {
  if (!(p >= 0 && p <= 1) || deltas.nan > 0) return Number.NaN;
  if (p === 0) return deltas.negativeInfinity > 0 ? -Infinity : (deltas.positions[0] ?? Infinity);
  if (p === 1) return deltas.positiveInfinity > 0 ? Infinity : (deltas.positions.at(-1) ?? -Infinity);
  return prepareQuantiles(deltas)(p);
}

/** The quantile function on (0, 1), for repeated calls; assumes no mass at NaN. */
export function prepareQuantiles(deltas: Deltas): (p: number) => number {
  const { positions, masses, distribution } = deltas;
  if (distribution) return (p) => distribution.quantileAt(p);
  const n = positions.length;
  const bounds = deltas.atoms ? undefined : findCellBounds(deltas);
  const cumulative = new Float64Array(n);
  let sum = deltas.negativeInfinity;
  for (let i = 0; i < n; i++) {
    sum += masses[i]!;
    cumulative[i] = sum;
  }
  return (p) => {
    if (p < deltas.negativeInfinity) return -Infinity;
    const i = findFirstAtLeast(cumulative, p);
    // Any probability beyond the last delta is rounding error, unless infinity has mass.
    if (i === n)
      return deltas.positiveInfinity > 0 && p - sum > 1e-12 ? Infinity : (positions[n - 1] ?? -Infinity);
    if (!bounds || deltas.outcomes?.[i]) return positions[i]!;
    const below = i === 0 ? deltas.negativeInfinity : cumulative[i - 1]!;
    return bounds[i]! + (bounds[i + 1]! - bounds[i]!) * ((p - below) / (cumulative[i]! - below));
  };
}

/** Index of the first entry that is at least `wanted`; the length if there is none. */
export function findFirstAtLeast(ascending: Float64Array, wanted: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** P(V > cutoff). NaN if NaN has mass or is the cutoff. */
export function findProbabilityAbove(deltas: Deltas, cutoff: number): number {
  if (deltas.nan > 0 || Number.isNaN(cutoff)) return Number.NaN;
  const { positions, masses, distribution } = deltas;
  if (distribution) return 1 - distribution.shareBelow(cutoff);
  let above = cutoff < Infinity ? deltas.positiveInfinity : 0;
  if (cutoff === -Infinity) return 1 - deltas.negativeInfinity;
  const bounds = deltas.atoms || positions.length < 2 ? undefined : findCellBounds(deltas);
  for (let i = 0; i < positions.length; i++) {
    if (!bounds || deltas.outcomes?.[i]) {
      if (positions[i]! > cutoff) above += masses[i]!;
      continue;
    }
    const low = bounds[i]!;
    const high = bounds[i + 1]!;
    if (low >= cutoff) above += masses[i]!;
    else if (high > cutoff) above += (masses[i]! * (high - cutoff)) / (high - low);
  }
  return Math.min(1, above);
}

/** Heights of the density at the deltas: mass over cell width; for atoms, the masses. */
function findHeights(deltas: Deltas): Float64Array {
  if (deltas.atoms || deltas.positions.length < 2) return deltas.masses;
  const bounds = findCellBounds(deltas);
  return deltas.masses.map((mass, i) => {
    const width = bounds[i + 1]! - bounds[i]!;
    return width > 0 ? mass / width : Infinity;
  });
}

/** Maximum height of the density between two modes, as a fraction of the lower mode's height. */
const VALLEY = 0.8;

/**
 * Positions of the modes, highest first; modes of equal height are in ascending order. A plateau is a single mode at
 * its midpoint; among atoms, each of the highest is a mode. A bump that no real valley separates from a higher bump
 * does not count.
 */
export function findModes(deltas: Deltas): number[] {
  const { positions, atoms } = deltas;
  const heights = findHeights(deltas);
  const n = positions.length;
  const modes: { position: number; height: number }[] = [];
  for (let first = 0; first < n; ) {
    const height = heights[first]!;
    let last = first;
    while (last + 1 < n && isSameHeight(heights[last + 1]!, height)) last++;
    const valley = Math.max(findValley(heights, first, -1), findValley(heights, last, 1));
    if (atoms ? valley < height : valley <= VALLEY * height) {
      for (let i = first; atoms && i <= last; i++) modes.push({ position: positions[i]!, height });
      if (!atoms) modes.push({ position: (positions[first]! + positions[last]!) / 2, height });
    }
    first = last + 1;
  }
  return modes.sort((a, b) => b.height - a.height || a.position - b.position).map((mode) => mode.position);
}

/** Smallest height between `from` and the next higher point in a given direction; 0 if there is no such point. */
function findValley(heights: Float64Array, from: number, direction: 1 | -1): number {
  const height = heights[from]!;
  let least = height;
  for (let i = from + direction; i >= 0 && i < heights.length; i += direction) {
    if (heights[i]! > height) return least;
    least = Math.min(least, heights[i]!);
  }
  return 0;
}

/** Tests whether heights are equal up to rounding. */
function isSameHeight(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}

/**
 * Density at x: linear between the deltas, constant in the outer half cells, 0 outside. For atoms, the density is Inf
 * or 0.
 */
export function findDensity(deltas: Deltas, x: number): number {
  return prepareDensity(deltas)(x);
}

/** The density as a function, for repeated calls. */
export function prepareDensity(deltas: Deltas): (x: number) => number {
  if (deltas.nan > 0) return () => Number.NaN;
  const { positions, distribution } = deltas;
  if (distribution) return (x) => (Number.isNaN(x) ? Number.NaN : distribution.densityAt(x));
  const n = positions.length;
  if (deltas.atoms || n < 2) {
    return (x) => (Number.isNaN(x) ? Number.NaN : positions.includes(x) ? Infinity : 0);
  }
  const bounds = findCellBounds(deltas);
  const heights = findHeights(deltas);
  return (x) => {
    if (Number.isNaN(x)) return Number.NaN;
    if (x < bounds[0]! || x > bounds[n]!) return 0;
    const i = findFirstAtLeast(positions, x);
    if (i === 0) return heights[0]!;
    if (i === n) return heights[n - 1]!;
    const part = (x - positions[i - 1]!) / (positions[i]! - positions[i - 1]!);
    return part > 0 ? heights[i - 1]! + (heights[i]! - heights[i - 1]!) * part : heights[i]!;
  };
}

/**
 * The part of a distribution in [low, high], with its original masses. Limits cut through cells, but atoms are either
 * inside or outside.
 */
export function limitDeltas(
  deltas: Deltas,
  low: number,
  high: number,
): { positions: Float64Array; masses: Float64Array; atoms: boolean } {
  const { atoms } = deltas;
  const bounds = atoms || deltas.positions.length < 2 ? undefined : findCellBounds(deltas);
  const positions: number[] = [];
  const masses: number[] = [];
  deltas.positions.forEach((x, i) => {
    const start = bounds?.[i] ?? x;
    const end = bounds?.[i + 1] ?? x;
    const from = Math.max(start, low);
    const to = Math.min(end, high);
    if (from > to || (start < end && from === to)) return;
    const part = end > start ? (to - from) / (end - start) : 1;
    const moved = part < 1 ? (from + to) / 2 + (x - (start + end) / 2) * part : x;
    positions.push(Math.min(Math.max(moved, low), high));
    masses.push(deltas.masses[i]! * part);
  });
  return { positions: Float64Array.from(positions), masses: Float64Array.from(masses), atoms };
}
