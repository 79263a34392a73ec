// Computes the distribution of two independent values combined by an operation without an inverse (hypot, pow, atan2,
// fmod), by applying the operation to all pairs of their nodes.

import { findFirstAtLeast } from '../distributions/deltas.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { Knots } from './knots.ts';

/** Number of nodes per operand. */
export const CROSS_NODES = 256;
/** Step between the nodes whose pairs become knots. */
const KNOT_STEP = 4;

/** Nodes of two operands with their weights. */
interface CrossedNodes {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly weights: Float64Array;
}

/** Knots of the distribution function; undefined if a result is not finite. */
export function maybeCross(kernels: Kernels, operation: number, nodes: CrossedNodes): Knots | undefined {
  const { x, y, weights } = nodes;
  const n = weights.length;
  const { call } = kernels;
  const operand = kernels.allocate(8 * n);
  const results = kernels.allocate(8 * n);
  kernels.doublesAt(operand, n).set(y);
  const rows = Array.from(x, (value) => {
    call.lane_binary_with_plain_left(operation, value, operand, results, n);
    return kernels.doublesAt(results, n).slice();
  });
  kernels.free(operand, 8 * n);
  kernels.free(results, 8 * n);
  if (!rows.every((row) => row.every(Number.isFinite))) return undefined;
  const isKnot = (i: number) => i % KNOT_STEP === 0 || i === n - 1;
  const chosen = rows.flatMap((row, i) => (isKnot(i) ? Array.from(row).filter((_, k) => isKnot(k)) : []));
  const positions = Float64Array.from(new Set(chosen)).sort();
  const masses = new Float64Array(positions.length + 1);
  rows.forEach((row, i) => {
    for (let k = 0; k < n; k++) masses[findFirstAtLeast(positions, row[k]!)]! += weights[i]! * weights[k]!;
  });
  let below = 0;
  const shares = positions.map((_, i) => {
    below += masses[i]!;
    return Math.min(below, 1);
  });
  return new Knots(positions, shares);
}
