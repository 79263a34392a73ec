// Draws the lanes of values that consist of points: maps uniform coordinates to values.

import { collectDeltas, prepareQuantiles } from '../distributions/deltas.ts';
import type { WeightedPoints } from '../distributions/samples.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { Kernels } from '../kernels/kernels.ts';

/**
 * Maps uniform coordinates to quantiles of the density that the points represent if `isSmooth`, and to the points
 * themselves otherwise.
 */
export function drawPoints(
  kernels: Kernels,
  points: WeightedPoints,
  isSmooth: boolean,
  lanes: Address,
  count: number,
): Address {
  if (isSmooth) spreadLanes(kernels, points, lanes, count);
  else pickLanes(kernels, points, lanes);
  return lanes;
}

/** Maps uniform coordinates to quantiles of the density that the points represent. */
function spreadLanes(
  kernels: Kernels,
  { positions, masses }: WeightedPoints,
  lanes: Address,
  count: number,
): void {
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  const parts = masses.map((mass) => mass / total);
  const quantileAt = prepareQuantiles(collectDeltas(positions, parts, false));
  const drawn = kernels.doublesAt(lanes, count);
  drawn.set(drawn.map(quantileAt));
}

/** Maps uniform coordinates to the points whose intervals of cumulative mass contain them. */
export function pickLanes(kernels: Kernels, points: WeightedPoints, lanes: Address): void {
  const n = points.positions.length;
  const scratch = kernels.scratch(16 * n);
  kernels.doublesAt(scratch, n).set(points.positions);
  const cumulative = kernels.doublesAt(scratch + 8 * n, n);
  const total = points.masses.reduce((sum, mass) => sum + mass, 0);
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += points.masses[i]!;
    cumulative[i] = sum / total;
  }
  kernels.call.lane_pick(scratch, scratch + 8 * n, n, lanes);
}
