// Moments of results, computed exactly from the moments of independent operands.

import type { LinearOperation } from './linear-operations.ts';

/** Mean and variance of a value. */
export interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** Moments of a combination of two independent values, if they are known in closed form. */
export function combineMoments(operation: LinearOperation, x: Moments, y: Moments): Moments | undefined {
  switch (operation) {
    case 'add':
      return { mean: x.mean + y.mean, variance: x.variance + y.variance };
    case 'sub':
      return { mean: x.mean - y.mean, variance: x.variance + y.variance };
    case 'mul':
      return {
        mean: x.mean * y.mean,
        variance: x.variance * y.variance + x.variance * y.mean ** 2 + y.variance * x.mean ** 2,
      };
    case 'div':
      return undefined;
  }
}

/** Moments of a value combined with a plain number by an operation that is linear in the value. */
export function mapMoments(
  operation: LinearOperation,
  x: Moments,
  plain: number,
  plainIsLeft: boolean,
): Moments | undefined {
  if (operation === 'div') {
    return plainIsLeft ? undefined : { mean: x.mean / plain, variance: x.variance / plain ** 2 };
  }
  const both = combineMoments(operation, x, { mean: plain, variance: 0 });
  return both && operation === 'sub' && plainIsLeft ? { ...both, mean: -both.mean } : both;
}

/** Moments of a mixture; `weight` is the probability of the first value. */
export function mixMoments(x: Moments, y: Moments, weight: number): Moments {
  const mean = weight * x.mean + (1 - weight) * y.mean;
  // A difference of squares would cancel if the means are large.
  const between = weight * (1 - weight) * (x.mean - y.mean) ** 2;
  return { mean, variance: weight * x.variance + (1 - weight) * y.variance + between };
}
