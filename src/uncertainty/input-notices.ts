// What the user is told when a distribution is asked for that can not be: one sentence each, since the value is NaN and NaN
// says nothing of where it came from.

import type { ParametricKind } from './operations.ts';

/** The name of the C function, and what its parameters must be. */
const RULES: Readonly<Record<ParametricKind, readonly [name: string, count: number, rule: string]>> = {
  gauss: ['GaussDist', 2, 'the standard deviation must not be negative'],
  uniform: ['UniformDist', 2, 'the upper bound must not be below the lower one'],
  exponential: ['ExponentialDist', 1, 'the mean must not be negative'],
  gumbel1: ['Gumbel1Dist', 2, 'beta must not be negative'],
  logistic: ['LogisticDist', 2, 'the scale must not be negative'],
  laplace: ['LaplaceDist', 2, 'b must not be negative'],
  weibull: ['WeibullDist', 2, 'the shape must be positive, and the scale not negative'],
  lognormal: ['LognormalDist', 2, 'sigma must not be negative'],
  boundedpareto: [
    'BoundedparetoDist',
    3,
    'alpha and the minimum must be positive, and the maximum not below it',
  ],
  beta: ['BetaDist', 2, 'both parameters must be positive'],
  gamma: ['GammaDist', 2, 'the shape must be positive, and the scale not negative'],
  inversegamma: [
    'InverseGammaDist',
    2,
    'alpha must be greater than 1 (else there is no mean), and beta not negative',
  ],
  chisquared: ['ChiSquaredDist', 1, 'the degrees of freedom must be positive'],
  f: ['FDist', 2, 'd1 must be positive, and d2 greater than 2 (else there is no mean)'],
  studentst: ['StudentsTDist', 1, 'the degrees of freedom must be greater than 1 (else there is no mean)'],
  gev: ['GEVDist', 1, 'xi must be less than 1 (else there is no mean)'],
};

/** The sentence for parameters that are not allowed. */
export function describeParameters(kind: ParametricKind, a: number, b: number, c: number): string {
  const [name, count, rule] = RULES[kind];
  const parameters = [a, b, c].slice(0, count);
  const reason = parameters.every(Number.isFinite) ? rule : 'a parameter is NaN or infinite';
  return `${name}(${parameters.join(', ')}): ${reason}, so the value is NaN.`;
}

export const INPUT_NOTICES = {
  noSamples: 'DistFromSamples: there are no samples, so the value is NaN.',
  badWeights:
    'DistFromWeightedSamples: a weight is negative, NaN or infinite, so the value is NaN. Weights are not probabilities: any numbers from 0 up will do.',
  noWeight: 'DistFromWeightedSamples: the weights add up to 0 (or there are none), so the value is NaN.',
} as const;

/** The sentence for a weight of a mixture that is no probability. */
export function describeMixtureWeight(weight: number): string {
  return `Mixture: the weight of the first part must be from 0 to 1, not ${weight}, so the value is NaN.`;
}

/** The sentence for limits between which nothing lies. */
export function describeLimits(low: number, high: number): string {
  return `LimitDistributionSupport: nothing of the value lies between ${low} and ${high}, so the result is NaN.`;
}

/** The sentence for weights that can not be used, or undefined. */
export function maybeDescribeWeights(weights: Float64Array): string | undefined {
  if (!weights.every((weight) => weight >= 0 && weight < Infinity)) return INPUT_NOTICES.badWeights;
  return weights.some((weight) => weight > 0) ? undefined : INPUT_NOTICES.noWeight;
}
