// A distribution in the form that plots, viewers and samplers use: moments, cells of constant density, and cumulative
// probabilities. Created by ux-distribution.ts from Ux text or by sample-distribution.ts from samples of a Reference
// value, and drawn by drawing/plot.ts.

/** Probability that is spread evenly from `low` to `high`, or concentrated at a single point if the two are equal. */
export interface Cell {
  /** Lower bound, in the unit of the value. */
  readonly low: number;
  /** Upper bound, in the unit of the value. */
  readonly high: number;
  /** Probability, from 0 to 1. */
  readonly mass: number;
}

/** Normalised central moments. NaN if the moments do not exist, for example because of mass at infinity. */
export interface Moments {
  /** Mean, in the unit of the value. */
  readonly mean: number;
  /** Standard deviation. */
  readonly deviation: number;
  /** Skewness: 0 for a symmetric distribution. */
  readonly skewness: number;
  /** Excess kurtosis: 0 for a normal distribution. */
  readonly kurtosis: number;
}

/** A cell as drawn, with its representative position: a delta or the cell's middle. */
export interface Bin extends Cell {
  readonly at: number;
}

/** A distribution: moments, density and probabilities. */
export interface Distribution extends Moments {
  /** Number of the distribution's deltas or samples. */
  readonly count: number;
  /** True if the value is a single number without spread. */
  readonly isPlain: boolean;
  /** Probability of NaN. */
  readonly nan: number;
  /** Probability of −∞. */
  readonly negativeInfinity: number;
  /** Probability of +∞. */
  readonly positiveInfinity: number;
  /** The density of the finite part, as cells in ascending order without overlaps; empty if there is no finite part. */
  readonly cells: readonly Cell[];
  /** The density as drawn: one bin per delta, or the bins of a histogram. */
  readonly bins: readonly Bin[];
  /** The x with P(X ≤ x) = p, for p from 0 to 1; NaN if NaN has mass or p is out of range. */
  quantile(p: number): number;
  /** P(X < x). NaN counts as neither below nor above x. */
  probabilityBelow(x: number): number;
  /** P(X ≤ x). */
  probabilityAtMost(x: number): number;
  /**
   * Positions at which the cumulative probability has a kink or a jump, in ascending order. Between neighbouring
   * positions, the probability is linear.
   */
  readonly knots: Float64Array;
}

const NO_SHAPE = { deviation: Number.NaN, skewness: Number.NaN, kurtosis: Number.NaN };

/** Moments of a distribution with this mean, part of whose mass may be NaN or infinite. */
export function momentsAbout(mean: number, finite: Moments, isAllFinite: boolean): Moments {
  return isAllFinite ? { ...finite, mean } : { ...NO_SHAPE, mean };
}

/** Moments of finite weighted points, whose masses need not add up to 1. */
export function findMoments(positions: Float64Array, masses: Float64Array): Moments {
  let total = 0;
  let sum = 0;
  let scale = 0;
  const origin = positions[0] ?? Number.NaN;
  for (let i = 0; i < positions.length; i++) {
    total += masses[i]!;
    // Two finite numbers may be further apart than the largest representable number.
    sum += masses[i]! * (positions[i]! / 2 - origin / 2);
  }
  const centre = origin + 2 * (sum / total);
  for (const position of positions) scale = Math.max(scale, Math.abs(position / 2 - centre / 2));
  if (!(scale > 0) || !Number.isFinite(scale)) {
    const none = scale === 0 && positions.length > 0 ? 0 : Number.NaN;
    return { ...NO_SHAPE, mean: centre, deviation: none };
  }
  const powers = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) {
    // Scales distances so that their squares neither overflow nor underflow.
    const distance = (positions[i]! / 2 - centre / 2) / scale;
    let power = masses[i]! * distance;
    for (let k = 0; k < 3; k++) powers[k]! += power *= distance;
  }
  const [second = 0, third = 0, fourth = 0] = powers.map((power) => power / total);
  return {
    mean: centre,
    deviation: Math.sqrt(second) * scale * 2,
    skewness: third / second ** 1.5,
    kurtosis: fourth / second ** 2 - 3,
  };
}
