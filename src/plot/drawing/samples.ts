// Makes random draws from a distribution by inverting its cumulative probability. Each draw consumes one uniform
// number, so that equal numbers yield equal draws.
import { findFirstAtLeast } from '../../uncertainty/distributions/deltas.ts';
import type { Distribution } from '../distributions/distribution.ts';

/**
 * Creates a function that maps a uniform number on (0, 1) to a draw. Infinities and NaN are drawn with their
 * probabilities.
 */
export function createSampler(distribution: Distribution): (uniform: number) => number {
  const { cells, negativeInfinity, positiveInfinity, nan } = distribution;
  const parts = [
    { low: -Infinity, high: -Infinity, mass: negativeInfinity },
    ...cells,
    { low: Infinity, high: Infinity, mass: positiveInfinity },
    { low: Number.NaN, high: Number.NaN, mass: nan },
  ].filter(({ mass }) => mass > 0);
  let sum = 0;
  const cumulative = Float64Array.from(parts, ({ mass }) => (sum += mass));
  return (uniform) => {
    // Because of rounding, the masses may not add up to exactly 1, so the uniform number is scaled to their sum.
    const place = uniform * sum;
    const i = Math.min(findFirstAtLeast(cumulative, place), parts.length - 1);
    const { low, high, mass } = parts[i]!;
    if (low === high || Number.isNaN(low)) return low;
    return low + (high - low) * ((place - (cumulative[i - 1] ?? 0)) / mass);
  };
}
