// The larger of two jointly normal values (C. E. Clark, The greatest of a finite set of random variables, 1961).

import { UNARY_OPERATIONS } from '../core/operations.ts';
import type { Moments } from '../distributions/moments.ts';
import { mathematicsOf } from '../distributions/parametric.ts';
import type { KernelExports } from '../kernels/kernel-exports.ts';
import type { Slopes } from './shared-inputs.ts';

const ERFC = UNARY_OPERATIONS.indexOf('erfc');

/**
 * Moments of the larger value. Its covariance with a third value is the sum of the operands' covariances times their
 * slopes.
 */
export function largerOf(
  call: Pick<KernelExports, 'apply_unary'>,
  x: Moments,
  y: Moments,
  covariance: number,
): Slopes {
  const ahead = x.mean - y.mean;
  // The moments are relative to the larger operand, so that large means do not cancel out.
  if (ahead > 0) {
    const { left, right, moments } = largerOf(call, y, x, covariance);
    return { left: right, right: left, moments };
  }
  const spread = Math.sqrt(Math.max(0, x.variance + y.variance - 2 * covariance));
  if (!(spread > 0)) return { left: 0, right: 1, moments: y };
  const z = ahead / spread;
  const density = mathematicsOf(call).exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const left = call.apply_unary(ERFC, -z / Math.SQRT2) / 2;
  const right = 1 - left;
  const mean = ahead * left + spread * density;
  const square = (ahead * ahead + x.variance) * left + y.variance * right + ahead * spread * density;
  return { left, right, moments: { mean: y.mean + mean, variance: Math.max(0, square - mean * mean) } };
}
