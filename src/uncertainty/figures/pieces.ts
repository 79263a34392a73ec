// A non-monotone function that is linear between the nodes of its quantity. The errors of its figures follow from how
// far each piece may deviate from a straight line.
import { findFirstAtLeast } from '../distributions/deltas.ts';
import type { Moments } from '../distributions/moments.ts';

/** Maximum deviation of a piece from a line, as a fraction of the piece's mass. */
const MOST_BENT = 0.5;
/** Minimum slope of a jump, relative to its neighbours' slopes. */
const STEEP = 4;

export class Pieces {
  readonly #values: Float64Array;
  readonly #shares: Float64Array;

  /** @param shares ascending */
  constructor(values: Float64Array, shares: Float64Array) {
    this.#values = values;
    this.#shares = shares;
  }

  /**
   * Probabilities that the function is below each position, and that it is at the position.
   * @param positions ascending
   */
  measure(positions: Float64Array): { less: Float64Array; equal: Float64Array } {
    const [values, shares] = [this.#values, this.#shares];
    const last = values.length - 1;
    const count = positions.length;
    const [less, equal] = [new Float64Array(count), new Float64Array(count)];
    /** Mass below all positions from a given index onwards. */
    const below = new Float64Array(count + 1);
    const add = (value: number, mass: number) => {
      const from = findFirstAtLeast(positions, value);
      if (positions[from] === value) equal[from]! += mass;
      below[positions[from] === value ? from + 1 : from]! += mass;
    };
    add(values[0]!, shares[0]!);
    add(values[last]!, 1 - shares[last]!);
    for (let i = 0; i < last; i++) {
      const mass = shares[i + 1]! - shares[i]!;
      const [low, high] = [Math.min(values[i]!, values[i + 1]!), Math.max(values[i]!, values[i + 1]!)];
      let k = findFirstAtLeast(positions, low);
      if (low === high) add(low, mass);
      else {
        for (; k < count && positions[k]! < high; k++)
          less[k]! += (mass * (positions[k]! - low)) / (high - low);
        below[k]! += mass;
      }
    }
    let sum = 0;
    for (let k = 0; k < count; k++) less[k]! += sum += below[k]!;
    return { less, equal };
  }

  /** Standard error of P(V ≤ x), estimated from the curvature of the pieces that cross x. */
  errorAt(x: number): number {
    const values = this.#values;
    let [squares, jumps] = [0, 0];
    for (let i = 1; i < values.length; i++) {
      const [a, b] = [values[i - 1]!, values[i]!];
      const mass = this.#shares[i]! - this.#shares[i - 1]!;
      if (mass > 0 && this.#isJump(i)) {
        // The neighbouring pieces continue up to the jump, which is at an unknown point within the piece. All jumps of
        // a periodic function have the same error, so their errors add up.
        const ends = [a, b, a + this.#slopeOf(i - 1) * mass, b - this.#slopeOf(i + 1) * mass];
        if (x >= Math.min(...ends) && x <= Math.max(...ends)) jumps += MOST_BENT * mass;
      } else if (mass > 0 && a !== b && !(a < x && b < x) && !(a > x && b > x))
        squares += (mass * this.#bendOf(i)) ** 2;
      // Adds up the errors of extrema that lie beyond their nodes, because all extrema have the same error.
      else if (mass > 0 && Math.min(Math.abs(x - a), Math.abs(x - b)) < this.#liftOf(i))
        jumps += MOST_BENT * mass;
    }
    return Math.sqrt(squares) + jumps;
  }

  /** True for a steep piece between two pieces that slope in the opposite direction. */
  #isJump(i: number): boolean {
    if (i < 2 || i + 1 >= this.#values.length) return false;
    const [before, slope, after] = [i - 1, i, i + 1].map((k) => this.#slopeOf(k));
    return (
      before! * after! > 0 &&
      before! * slope! < 0 &&
      Math.abs(slope!) > STEEP * Math.max(Math.abs(before!), Math.abs(after!))
    );
  }

  /** Distance between a cumulative probability and that of the pieces up to x, for a step function. */
  stepAt(x: number, share: number): number {
    const { less, equal } = this.measure(Float64Array.of(x));
    return Math.abs(less[0]! + equal[0]! - share);
  }

  /**
   * Maximum deviation of a piece from a line, as a fraction of its mass, estimated from the slopes of its neighbours.
   */
  #bendOf(i: number): number {
    const slope = this.#slopeOf(i);
    let bend = 0;
    for (const k of [i - 1, i + 1]) {
      const other = k > 0 && k < this.#values.length ? this.#slopeOf(k) : slope;
      // A parabola through both pieces deviates from the line by an eighth of the change in slope.
      if (Number.isFinite(other)) bend = Math.max(bend, Math.abs(other - slope) / (8 * Math.abs(slope)));
    }
    return Math.min(MOST_BENT, bend);
  }

  /** Largest distance between a piece and a line next to a maximum or minimum; 0 elsewhere. */
  #liftOf(i: number): number {
    const mass = this.#shares[i]! - this.#shares[i - 1]!;
    const slope = this.#slopeOf(i);
    const turning = [i - 1, i + 1].filter(
      (k) => k > 0 && k < this.#values.length && this.#slopeOf(k) * slope < 0,
    );
    return Math.max(0, ...turning.map((k) => (Math.abs(this.#slopeOf(k) - slope) * mass) / 8));
  }

  #slopeOf(i: number): number {
    const [values, shares] = [this.#values, this.#shares];
    return (values[i]! - values[i - 1]!) / (shares[i]! - shares[i - 1]!);
  }

  /** Mean and variance of the pieces. */
  findMoments(): Moments {
    const mean = this.#sum((x, y) => (x + y) / 2);
    return { mean, variance: this.#sum((x, y) => ((x - mean) ** 2 + (y - mean) ** 2) / 2) };
  }

  centralMoment(order: number, mean: number): number {
    return this.#sum((x, y) => powerBetween(x - mean, y - mean, order));
  }

  /** Part of the variance that lies at the first and last nodes. */
  outerPartOf(mean: number): number {
    const [values, shares] = [this.#values, this.#shares];
    return shares[0]! * (values[0]! - mean) ** 2 + (1 - shares.at(-1)!) * (values.at(-1)! - mean) ** 2;
  }

  /** Sum over all pieces of their mass and a function of their ends. */
  #sum(of: (from: number, to: number) => number): number {
    const [values, shares] = [this.#values, this.#shares];
    const last = values.length - 1;
    let total =
      shares[0]! * of(values[0]!, values[0]!) + (1 - shares[last]!) * of(values[last]!, values[last]!);
    for (let i = 1; i <= last; i++) total += (shares[i]! - shares[i - 1]!) * of(values[i - 1]!, values[i]!);
    return total;
  }
}

/** Positions and weights of Simpson's rule on two halves of an interval. */
const SIMPSON = [
  [0, 1 / 12],
  [0.25, 1 / 3],
  [0.5, 1 / 6],
  [0.75, 1 / 3],
  [1, 1 / 12],
] as const;

/** Mean of a power over the interval between two numbers. */
export function powerBetween(from: number, to: number, order: number): number {
  let sum = 0;
  for (const [part, weight] of SIMPSON) sum += weight * (from + part * (to - from)) ** order;
  return sum;
}
