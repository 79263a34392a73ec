// Weights for lanes whose exact moments are known. If a value's mean and variance follow exactly from independent
// operands, its lanes are weighted to match. This changes neither the lanes' values nor any atoms and limits.

import type { Moments } from '../distributions/moments.ts';

/** Minimum weight of a lane relative to other lanes. */
const LEAST_WEIGHT = 0.02;
/** Size below which corrections are omitted. */
const NEGLIGIBLE = 1e-12;

/** Mean and variance of equally weighted numbers. */
function findMoments(values: Float64Array): Moments {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  return { mean, variance: values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length };
}

/**
 * Masses that give `lanes` the moments `wanted`: 1/n · (1 + a + b·d + c·d²), where d is the distance from the mean in
 * standard deviations. `isWhole` is true if positive masses can reach the moments. Undefined if there is nothing to
 * correct.
 */
export function weighLanes(
  lanes: Float64Array,
  wanted: Moments,
): { masses: Float64Array; isWhole: boolean } | undefined {
  const n = lanes.length;
  const { mean, variance } = findMoments(lanes);
  const deviation = Math.sqrt(variance);
  if (!(deviation > 0) || !Number.isFinite(wanted.mean) || !(wanted.variance > 0)) return undefined;
  const shift = (wanted.mean - mean) / deviation;
  const square = wanted.variance / variance + shift * shift;
  let [third, fourth] = [0, 0];
  let [least, most] = [0, 0];
  for (const x of lanes) {
    const d = (x - mean) / deviation;
    third += d * d * d;
    fourth += d * d * d * d;
    least = Math.min(least, d);
    most = Math.max(most, d);
  }
  [third, fourth] = [third / n, fourth / n];
  const determinant = fourth - 1 - third * third;
  // If there are only two outcomes, the wanted mean implies the wanted variance.
  const c = determinant > 1e-9 ? (square - 1 - shift * third) / determinant : 0;
  const b = shift - c * third;
  if (Math.abs(b) + Math.abs(c) < NEGLIGIBLE || !Number.isFinite(b + c)) return undefined;
  const turn = c > 0 ? Math.min(most, Math.max(least, -b / (2 * c))) : least;
  const lowest = Math.min(...[least, most, turn].map((d) => -c + b * d + c * d * d));
  const part = lowest < LEAST_WEIGHT - 1 ? (LEAST_WEIGHT - 1) / lowest : 1;
  const masses = lanes.map((x) => {
    const d = (x - mean) / deviation;
    return (1 + part * (-c + b * d + c * d * d)) / n;
  });
  return { masses, isWhole: part === 1 };
}
