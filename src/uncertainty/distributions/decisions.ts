// Decisions based on the draws of values: the result of a comparison, or the integer that a conversion yields. The
// program itself follows only the particle, and these results show whether all draws agree.

import type { Bounds, Decisions, Operand } from '../core/core.ts';
import type { Comparison, Rounding } from '../core/operations.ts';
import type { WeightedPoints } from './samples.ts';

/** Comparisons of two numbers, with the semantics of WebAssembly's instructions. */
export const HOLDS: Readonly<Record<Comparison, (x: number, y: number) => boolean>> = {
  eq: (x, y) => x === y,
  ne: (x, y) => x !== y,
  lt: (x, y) => x < y,
  gt: (x, y) => x > y,
  le: (x, y) => x <= y,
  ge: (x, y) => x >= y,
};

/** The integer to which a number converts. */
export const ROUND: Readonly<Record<Rounding, (x: number) => number>> = {
  truncate: Math.trunc,
  nearest: roundToEven,
  away: (x) => Math.sign(x) * Math.round(Math.abs(x)),
  exponent: exponentOf,
};

function roundToEven(x: number): number {
  const nearest = Math.round(x);
  return nearest - x === 0.5 && nearest % 2 !== 0 ? nearest - 1 : nearest;
}

/**
 * The exponent of a normal number, exact at powers of two; smaller numbers have the exponent of the smallest normal
 * number.
 */
function exponentOf(x: number): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, x);
  return (bits.getUint16(0) >>> 4) & 0x7ff;
}

function findBounds(draws: Float64Array, particle: number): Bounds {
  let [low, high] = [particle, particle];
  for (let i = 0; i < draws.length; i++) {
    const x = draws[i]!;
    if (x < low) low = x;
    else if (x > high) high = x;
    else if (Number.isNaN(x)) return UNBOUNDED;
  }
  return Number.isNaN(particle) ? UNBOUNDED : { low, high };
}

const UNBOUNDED: Bounds = { low: -Infinity, high: Infinity };

/** Decisions on values with aligned draws: draw k of one value belongs to draw k of the other. */
export class AlignedDecisions implements Decisions {
  readonly #drawsOf: (value: Operand) => Float64Array;

  /** @param drawsOf returns the same number of draws for every value; the next call may change the array */
  constructor(drawsOf: (value: Operand) => Float64Array) {
    this.#drawsOf = drawsOf;
  }

  boundsOf(value: Operand): Bounds {
    return findBounds(this.#drawsOf(value), value.particle);
  }

  probabilityThat(comparison: Comparison, left: Operand, right: Operand): number {
    const holds = HOLDS[comparison];
    // Drawing the lanes of one value may move the other value's draws in memory.
    if (left.handle !== 0) this.#drawsOf(left);
    const y = right.handle === 0 ? undefined : this.#drawsOf(right);
    const x = left.handle === 0 ? undefined : this.#drawsOf(left);
    const n = (x ?? y)!.length;
    let count = 0;
    for (let i = 0; i < n; i++) if (holds(x ? x[i]! : left.particle, y ? y[i]! : right.particle)) count++;
    return count / n;
  }

  probabilityOfSame(rounding: Rounding, value: Operand): number {
    const round = ROUND[rounding];
    const followed = round(value.particle);
    const draws = this.#drawsOf(value);
    let count = 0;
    for (let i = 0; i < draws.length; i++) if (round(draws[i]!) === followed) count++;
    return count / draws.length;
  }
}

/** Decisions on values that are treated as independent. Each value consists of the points of its distribution. */
export class IndependentDecisions implements Decisions {
  readonly #pointsOf: (value: Operand) => WeightedPoints;

  constructor(pointsOf: (value: Operand) => WeightedPoints) {
    this.#pointsOf = pointsOf;
  }

  boundsOf(value: Operand): Bounds {
    return findBounds(this.#pointsOf(value).positions, value.particle);
  }

  probabilityThat(comparison: Comparison, left: Operand, right: Operand): number {
    const holds = HOLDS[comparison];
    const x = this.#pointsOf(left);
    // A value is not independent of itself.
    if (left.handle !== 0 && left.handle === right.handle)
      return shareOf(x, (position) => holds(position, position));
    const y = this.#pointsOf(right);
    return shareOf(x, (position) => shareOf(y, (other) => holds(position, other)));
  }

  probabilityOfSame(rounding: Rounding, value: Operand): number {
    const round = ROUND[rounding];
    const followed = round(value.particle);
    return shareOf(this.#pointsOf(value), (position) => round(position) === followed);
  }
}

function shareOf(
  { positions, masses }: WeightedPoints,
  part: (position: number) => boolean | number,
): number {
  let [sum, total] = [0, 0];
  for (let i = 0; i < positions.length; i++) {
    sum += masses[i]! * Number(part(positions[i]!));
    total += masses[i]!;
  }
  // The total mass counts as exactly 1, even if rounding changes the sum.
  return sum === total ? 1 : sum / total;
}
