// Distance between two distributions: the Wasserstein distance of order 1, which is the area between the two
// cumulative probabilities (Vallender, 1974).
import type { Distribution } from './distribution.ts';

/**
 * Computes W1, in the values' unit. NaN if either distribution has mass at NaN or infinity, because the distance is
 * then undefined.
 */
export function wassersteinDistance(a: Distribution, b: Distribution): number {
  for (const { nan, negativeInfinity, positiveInfinity } of [a, b]) {
    if (nan + negativeInfinity + positiveInfinity > 0) return Number.NaN;
  }
  const knots = Float64Array.from([...a.knots, ...b.knots]).sort();
  let area = 0;
  for (let i = 1; i < knots.length; i++) {
    const [low, high] = [knots[i - 1]!, knots[i]!];
    if (high === low) continue;
    const atLow = a.probabilityAtMost(low) - b.probabilityAtMost(low);
    const atHigh = a.probabilityBelow(high) - b.probabilityBelow(high);
    area += (high - low) * meanOfAbsolute(atLow, atHigh);
  }
  return area;
}

/** Mean of |f| for an f that is linear between two values. */
function meanOfAbsolute(from: number, to: number): number {
  if (from * to >= 0) return (Math.abs(from) + Math.abs(to)) / 2;
  return (from * from + to * to) / (2 * Math.abs(to - from));
}
