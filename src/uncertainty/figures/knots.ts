// Distribution functions as knots with cubics between them. Two knots at one position are a jump: an outcome
// that has a probability. A value that is outcomes in the main has steps instead of cubics.

import { DISCRETE, findFirstAtLeast } from '../distributions/deltas.ts';

const BISECTIONS = 40;

export class Knots {
  readonly positions: Float64Array;
  readonly shares: Float64Array;
  readonly isDiscrete: boolean;
  #densities: Float64Array | undefined;

  /** @param positions ascending; `shares` are the probabilities up to them, ascending too */
  constructor(positions: Float64Array, shares: Float64Array) {
    this.positions = positions;
    this.shares = shares;
    let jumps = 0;
    for (let i = 1; i < positions.length; i++)
      if (positions[i] === positions[i - 1]) jumps += shares[i]! - shares[i - 1]!;
    this.isDiscrete = jumps > DISCRETE;
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

  /** Least x with P(V ≤ x) ≥ p. */
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

  /** P(V = x), where x is a jump; else 0. */
  jumpAt(x: number): number {
    const { positions, shares } = this;
    let i = findFirstAtLeast(positions, x);
    if (positions[i] !== x) return 0;
    const below = shares[i]!;
    while (positions[i + 1] === x) i++;
    return shares[i]! - below;
  }

  /** The knots of factor·V + constant. */
  scaled(factor: number, constant: number): Knots {
    const positions = this.positions.map((x) => factor * x + constant);
    return factor > 0
      ? new Knots(positions, this.shares)
      : new Knots(positions.reverse(), this.shares.map((share) => 1 - share).reverse());
  }

  /** Outcomes of a discrete value with their probabilities. */
  outcomes(): { readonly at: number; readonly mass: number }[] {
    const found: { at: number; mass: number }[] = [];
    let [at, below] = [Number.NaN, 0];
    this.positions.forEach((x, i) => {
      if (x === at) found.pop();
      else below = i > 0 ? this.shares[i - 1]! : 0;
      at = x;
      found.push({ at, mass: this.shares[i]! - below });
    });
    return found;
  }

  /** The largest density; relative to the distance from 0 on request. */
  steepest(isRelative: boolean): number {
    const { positions } = this;
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

  /** Share at a part of the interval after knot i: the monotone cubic of Fritsch and Carlson (1980). */
  #shareAt(i: number, t: number): number {
    const { positions, shares } = this;
    const densities = this.#findDensities();
    const width = positions[i + 1]! - positions[i]!;
    const rise = shares[i + 1]! - shares[i]!;
    const [start, end] = [densities[i]! * width, densities[i + 1]! * width];
    return shares[i]! + t * (start + t * (3 * rise - 2 * start - end + t * (start + end - 2 * rise)));
  }
}

/** Densities at knots: between those of both sides, and small enough for a rising cubic. Jumps have none. */
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

/** Knots of a function of a quantity that is known at nodes of rising share; undefined where it is not finite. */
export function maybeJoinKnots(atNodes: Float64Array, nodes: Float64Array): Knots | undefined {
  if (!atNodes.every(Number.isFinite)) return undefined;
  const { values, shares } = sharpen(atNodes, nodes);
  if (isRising(values)) return new Knots(values, shares);
  if (isRising(values.toReversed()))
    return new Knots(values.toReversed(), shares.map((share) => 1 - share).reverse());
  return joinPieces(values, shares);
}

/** Adds nodes where a level stretch ends: straight on from the next two nodes, or in the middle of a step. */
function sharpen(values: Float64Array, shares: Float64Array): { values: Float64Array; shares: Float64Array } {
  const last = values.length - 1;
  const isLevel = (i: number) => i >= 0 && i < last && values[i] === values[i + 1];
  const [at, sharp]: [number[], number[]] = [[], []];
  /** Share at which the line through nodes i and j reaches a level, within the interval that begins at `from`. */
  const reach = (level: number, i: number, j: number, from: number): number => {
    const [low, high] = [shares[from]!, shares[from + 1]!];
    const share = shares[i]! + ((level - values[i]!) * (shares[j]! - shares[i]!)) / (values[j]! - values[i]!);
    return share >= low && share <= high ? share : (low + high) / 2;
  };
  for (let i = 0; i <= last; i++) {
    at.push(shares[i]!);
    sharp.push(values[i]!);
    if (i === last || isLevel(i)) continue;
    const [before, after] = [isLevel(i - 1), isLevel(i + 1)];
    if (before && after) {
      const middle = (shares[i]! + shares[i + 1]!) / 2;
      at.push(middle, middle);
      sharp.push(values[i]!, values[i + 1]!);
    } else if (before && i + 2 <= last) {
      at.push(reach(values[i]!, i + 1, i + 2, i));
      sharp.push(values[i]!);
    } else if (after && i > 0) {
      at.push(reach(values[i + 1]!, i, i - 1, i));
      sharp.push(values[i + 1]!);
    }
  }
  return { values: Float64Array.from(sharp), shares: Float64Array.from(at) };
}

function isRising(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if (!(values[i]! >= values[i - 1]!)) return false;
  return true;
}

/** A function that rises and falls: straight from node to node, level where neighbours are equal. */
function joinPieces(values: Float64Array, shares: Float64Array): Knots {
  const last = values.length - 1;
  const levels = new Set<number>();
  for (let i = 0; i < last; i++) if (values[i] === values[i + 1]) levels.add(values[i]!);
  const sorted = Float64Array.from(new Set(values)).sort();
  const positions: number[] = [];
  const below: number[] = [];
  sorted.forEach((x, i) => {
    if (i % 2 === 1 && i < sorted.length - 1 && !levels.has(x)) return;
    const { less, equal } = measure(values, shares, x);
    if (levels.has(x)) {
      positions.push(x);
      below.push(less);
    }
    positions.push(x);
    below.push(less + equal);
  });
  return new Knots(Float64Array.from(positions), Float64Array.from(below));
}

/** Shares of a piecewise straight function below x and at x. */
function measure(values: Float64Array, shares: Float64Array, x: number): { less: number; equal: number } {
  const last = values.length - 1;
  let [less, equal] = [0, 0];
  const add = (value: number, mass: number) => {
    if (value < x) less += mass;
    else if (value === x) equal += mass;
  };
  add(values[0]!, shares[0]!);
  add(values[last]!, 1 - shares[last]!);
  for (let i = 0; i < last; i++) {
    const [a, b] = [values[i]!, values[i + 1]!];
    const mass = shares[i + 1]! - shares[i]!;
    if (a < x && b < x) less += mass;
    else if (a === b) add(a, mass);
    else if (a < x || b < x) less += mass * (a < b ? (x - a) / (b - a) : (x - b) / (a - b));
  }
  return { less, equal };
}

/** Knots of outcomes with their probabilities, in any order. */
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

/** The distribution function of a value that is the first of two with a probability. */
export function mixKnots(first: Knots, second: Knots, firstWeight: number): Knots {
  const jumps = new Set<number>();
  for (const { positions } of [first, second])
    for (let i = 1; i < positions.length; i++)
      if (positions[i] === positions[i - 1]) jumps.add(positions[i]!);
  const sorted = Float64Array.from(new Set([...first.positions, ...second.positions])).sort();
  const positions: number[] = [];
  const shares: number[] = [];
  let before = 0;
  for (const x of sorted) {
    const share = firstWeight * first.shareUpTo(x) + (1 - firstWeight) * second.shareUpTo(x);
    if (jumps.has(x)) {
      const jump = firstWeight * first.jumpAt(x) + (1 - firstWeight) * second.jumpAt(x);
      positions.push(x);
      shares.push(Math.max(before, share - jump));
    }
    positions.push(x);
    shares.push(Math.max(before, share));
    before = shares.at(-1)!;
  }
  return new Knots(Float64Array.from(positions), Float64Array.from(shares));
}
