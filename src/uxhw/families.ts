// The parametric distributions, one row each. The following are generated from the rows: the prototypes in <uxhw.h> and
// <uncertain.h>, the guest's entry points, the names in the Fortran module, the editor's descriptions, the table in
// docs/distributions.md, the parameter checks with their messages, and the tests of closed forms. A new row gets the
// next `number`.

import { type ParametricPlan, placeShape } from './shapes.ts';

/** Unit of a parameter: the unit of the value, no unit, or the unit of the value's logarithm. */
export type ParameterUnit = 'x' | '1' | 'ln x';

/** A parameter and its allowed values; infinite values and NaN are never allowed. */
export interface FamilyParameter {
  /** Name in C, and also in Fortran unless `fortran` is set. */
  readonly name: string;
  readonly fortran?: string;
  /** Usual name, if it differs from `name`. */
  readonly called?: string;
  readonly unit: ParameterUnit;
  /** Smallest allowed value. */
  readonly least?: number;
  /** Lower limit, exclusive. */
  readonly above?: number;
  /** Upper limit, exclusive. */
  readonly below?: number;
  /** Name of another parameter that is the lower bound of this one. */
  readonly notBelow?: string;
}

/**
 * Functions from the kernels' mathematical library that the rows use, because JavaScript's own functions differ
 * between engines.
 */
export type Mathematics = Readonly<
  Record<'exp' | 'expm1' | 'log' | 'lgamma' | 'tgamma', (x: number) => number>
>;

type OfParameters<T> = (parameters: readonly [number, number, number], math: Mathematics) => T;

export interface DistributionFamily {
  /** Name of the distribution for the core, traces and tests. */
  readonly kind: string;
  /** Permanent number of the distribution in built modules. */
  readonly number: number;
  /** Name in C, after `UxHwDouble` and `UxHwFloat`. */
  readonly name: string;
  /** Generic name in the module `uxhw`. */
  readonly fortran: string;
  /** Description for the documentation and the header. */
  readonly about: string;
  readonly parameters: readonly FamilyParameter[];
  /** Message about parameters that are not allowed. */
  readonly rule: string;
  /** Shape, location and mean for allowed parameters. */
  readonly plan: OfParameters<ParametricPlan>;
  /** Variance; NaN or Infinity if it does not exist. */
  readonly variance: OfParameters<number>;
  /** Sets of parameters for tests, the first of which is also used in examples. The variance exists for all of them. */
  readonly examples: readonly (readonly number[])[];
}

const EULER_GAMMA = 0.5772156649015329;

export const FAMILIES = [
  {
    kind: 'gauss',
    number: 0,
    name: 'GaussDist',
    fortran: 'ux_gauss',
    about: 'normal, by mean and standard deviation (not variance)',
    parameters: [
      { name: 'mean', unit: 'x' },
      { name: 'stddev', called: 'standard deviation', unit: 'x', least: 0 },
    ],
    rule: 'the standard deviation must not be negative',
    plan: ([mean, stddev]) => placeShape('gauss', { mean, location: mean, scale: stddev }),
    variance: ([, stddev]) => stddev ** 2,
    examples: [[5, 0.05]],
  },
  {
    kind: 'uniform',
    number: 1,
    name: 'UniformDist',
    fortran: 'ux_uniform',
    about: 'uniform between two bounds',
    parameters: [
      { name: 'min', fortran: 'low', called: 'minimum', unit: 'x' },
      { name: 'max', fortran: 'high', called: 'maximum', unit: 'x', notBelow: 'min' },
    ],
    rule: 'the upper bound must not be below the lower one',
    plan: ([min, max]) => planUniform(min, max),
    variance: ([min, max]) => (max - min) ** 2 / 12,
    examples: [[95, 105]],
  },
  {
    kind: 'exponential',
    number: 2,
    name: 'ExponentialDist',
    fortran: 'ux_exponential',
    about: 'exponential, by mean',
    parameters: [{ name: 'mu', called: 'mean', unit: 'x', least: 0 }],
    rule: 'the mean must not be negative',
    plan: ([mu]) => placeShape('exponential', { mean: mu, scale: mu }),
    variance: ([mu]) => mu ** 2,
    examples: [[2]],
  },
  {
    kind: 'gumbel1',
    number: 3,
    name: 'Gumbel1Dist',
    fortran: 'ux_gumbel1',
    about: 'Gumbel distribution of maxima, by location and scale',
    parameters: [
      { name: 'mu', unit: 'x' },
      { name: 'beta', unit: 'x', least: 0 },
    ],
    rule: 'beta must not be negative',
    plan: ([mu, beta]) => placeShape('gumbel1', { mean: mu + EULER_GAMMA * beta, location: mu, scale: beta }),
    variance: ([, beta]) => (Math.PI * beta) ** 2 / 6,
    examples: [[1, 2]],
  },
  {
    kind: 'logistic',
    number: 4,
    name: 'LogisticDist',
    fortran: 'ux_logistic',
    about: 'logistic, by location and scale',
    parameters: [
      { name: 'location', unit: 'x' },
      { name: 'scale', unit: 'x', least: 0 },
    ],
    rule: 'the scale must not be negative',
    plan: ([location, scale]) => placeShape('logistic', { mean: location, location, scale }),
    variance: ([, scale]) => (Math.PI * scale) ** 2 / 3,
    examples: [[3, 0.5]],
  },
  {
    kind: 'laplace',
    number: 5,
    name: 'LaplaceDist',
    fortran: 'ux_laplace',
    about: 'Laplace (exponential on both sides), by location and scale',
    parameters: [
      { name: 'mu', unit: 'x' },
      { name: 'b', unit: 'x', least: 0 },
    ],
    rule: 'b must not be negative',
    plan: ([mu, b]) => placeShape('laplace', { mean: mu, location: mu, scale: b }),
    variance: ([, b]) => 2 * b ** 2,
    examples: [[0, 1]],
  },
  {
    kind: 'weibull',
    number: 6,
    name: 'WeibullDist',
    fortran: 'ux_weibull',
    about: 'Weibull, by shape and scale',
    parameters: [
      { name: 'k', called: 'shape', unit: '1', above: 0 },
      { name: 'lambda', called: 'scale', unit: 'x', least: 0 },
    ],
    rule: 'the shape must be positive, and the scale must not be negative',
    plan: ([k, lambda], { tgamma }) =>
      placeShape('weibull', { mean: lambda === 0 ? 0 : lambda * tgamma(1 + 1 / k), scale: lambda, a: k }),
    variance: ([k, lambda], { tgamma }) => lambda ** 2 * (tgamma(1 + 2 / k) - tgamma(1 + 1 / k) ** 2),
    examples: [
      [1.5, 2],
      [0.5, 2],
    ],
  },
  {
    kind: 'lognormal',
    number: 7,
    name: 'LognormalDist',
    fortran: 'ux_lognormal',
    about: 'log-normal, by the mean and standard deviation of its logarithm',
    parameters: [
      { name: 'mu', unit: 'ln x' },
      { name: 'sigma', unit: '1', least: 0 },
    ],
    rule: 'sigma must not be negative',
    plan: ([mu, sigma], { exp }) =>
      sigma === 0
        ? { plain: exp(mu) }
        : placeShape('lognormal', { mean: exp(mu + (sigma * sigma) / 2), scale: exp(mu), a: sigma }),
    variance: ([mu, sigma], { exp, expm1 }) => expm1(sigma ** 2) * exp(2 * mu + sigma ** 2),
    examples: [[0, 1]],
  },
  {
    kind: 'boundedpareto',
    number: 8,
    name: 'BoundedparetoDist',
    fortran: 'ux_bounded_pareto',
    about: 'Pareto between two bounds, by shape and support',
    parameters: [
      { name: 'alpha', unit: '1', above: 0 },
      { name: 'min', fortran: 'low', called: 'minimum', unit: 'x', above: 0 },
      { name: 'max', fortran: 'high', called: 'maximum', unit: 'x', notBelow: 'min' },
    ],
    rule: 'alpha and the minimum must be positive, and the maximum must not be below the minimum',
    plan: planBoundedPareto,
    variance: ([alpha, min, max], math) => {
      const range = math.log(max / min);
      // The n-th moment over min^n: α·(1 − e^(−(α−n)·range)) / ((α − n)·(1 − e^(−α·range))).
      const moment = (n: number) =>
        (alpha * (alpha === n ? range : -math.expm1((n - alpha) * range) / (alpha - n))) /
        -math.expm1(-alpha * range);
      return min ** 2 * (moment(2) - moment(1) ** 2);
    },
    examples: [
      [1.2, 1, 100],
      [3, 1, 2],
      [1, 1, 10],
    ],
  },
  {
    kind: 'beta',
    number: 9,
    name: 'BetaDist',
    fortran: 'ux_beta',
    about: 'beta on [0, 1]',
    parameters: [
      { name: 'a', called: 'alpha', unit: '1', above: 0 },
      { name: 'b', called: 'beta', unit: '1', above: 0 },
    ],
    rule: 'both parameters must be positive',
    plan: ([a, b]) => placeShape('beta', { mean: a / (a + b), scale: 1, a, b }),
    variance: ([a, b]) => (a * b) / ((a + b) ** 2 * (a + b + 1)),
    examples: [
      [0.5, 0.5],
      [2, 3],
    ],
  },
  {
    kind: 'gamma',
    number: 10,
    name: 'GammaDist',
    fortran: 'ux_gamma',
    about: 'gamma, by shape and scale',
    parameters: [
      { name: 'k', called: 'shape', unit: '1', above: 0 },
      { name: 'theta', called: 'scale', unit: 'x', least: 0 },
    ],
    rule: 'the shape must be positive, and the scale must not be negative',
    plan: ([k, theta]) => placeShape('gamma', { mean: k * theta, scale: k * theta, a: k }),
    variance: ([k, theta]) => k * theta ** 2,
    examples: [
      [2, 3],
      [0.1, 3],
    ],
  },
  {
    kind: 'inversegamma',
    number: 11,
    name: 'InverseGammaDist',
    fortran: 'ux_inverse_gamma',
    about: 'inverse gamma, by shape and scale',
    parameters: [
      { name: 'alpha', unit: '1', above: 1 },
      { name: 'beta', unit: 'x', least: 0 },
    ],
    rule: 'alpha must be greater than 1 (otherwise there is no mean), and beta must not be negative',
    plan: ([alpha, beta]) =>
      placeShape('inversegamma', { mean: beta / (alpha - 1), scale: beta / alpha, a: alpha }),
    variance: ([alpha, beta]) => beta ** 2 / ((alpha - 1) ** 2 * (alpha - 2)),
    examples: [
      [5, 2],
      [7, 12],
    ],
  },
  {
    kind: 'chisquared',
    number: 12,
    name: 'ChiSquaredDist',
    fortran: 'ux_chi_squared',
    about: 'chi-squared, by degrees of freedom',
    parameters: [{ name: 'k', called: 'degrees of freedom', unit: '1', above: 0 }],
    rule: 'the degrees of freedom must be positive',
    plan: ([k]) => placeShape('gamma', { mean: k, scale: k, a: k / 2 }),
    variance: ([k]) => 2 * k,
    examples: [[3], [0.5]],
  },
  {
    kind: 'f',
    number: 13,
    name: 'FDist',
    fortran: 'ux_f',
    about: 'F, by both degrees of freedom',
    parameters: [
      { name: 'd1', unit: '1', above: 0 },
      { name: 'd2', unit: '1', above: 2 },
    ],
    rule: 'd1 must be positive, and d2 greater than 2 (otherwise there is no mean)',
    plan: ([d1, d2]) => placeShape('f', { mean: d2 / (d2 - 2), scale: 1, a: d1 / 2, b: d2 / 2 }),
    variance: ([d1, d2]) => (2 * d2 ** 2 * (d1 + d2 - 2)) / (d1 * (d2 - 2) ** 2 * (d2 - 4)),
    examples: [
      [5, 9],
      [5, 20],
    ],
  },
  {
    kind: 'studentst',
    number: 14,
    name: 'StudentsTDist',
    fortran: 'ux_students_t',
    about: "Student's t, by degrees of freedom",
    parameters: [{ name: 'nu', called: 'degrees of freedom', unit: '1', above: 1 }],
    rule: 'the degrees of freedom must be greater than 1 (otherwise there is no mean)',
    plan: ([nu]) => placeShape('studentst', { mean: 0, scale: 1, a: nu }),
    variance: ([nu]) => (nu > 2 ? nu / (nu - 2) : Infinity),
    examples: [[5], [9]],
  },
  {
    kind: 'gev',
    number: 15,
    name: 'GEVDist',
    fortran: 'ux_gev',
    about: 'generalised extreme value, by shape, with location 0 and scale 1',
    parameters: [{ name: 'xi', unit: '1', below: 1 }],
    rule: 'xi must be less than 1 (otherwise there is no mean)',
    plan: ([xi], math) => placeShape('gev', { mean: gevMean(math, xi), scale: 1, a: xi }),
    variance: ([xi], { tgamma }) => {
      if (xi >= 0.5) return Infinity;
      return xi === 0 ? Math.PI ** 2 / 6 : (tgamma(1 - 2 * xi) - tgamma(1 - xi) ** 2) / xi ** 2;
    },
    examples: [[0.1], [0], [-1]],
  },
] as const satisfies readonly DistributionFamily[];

export type ParametricKind = (typeof FAMILIES)[number]['kind'];

const BY_KIND: ReadonlyMap<string, DistributionFamily> = new Map(
  FAMILIES.map((family: DistributionFamily) => [family.kind, family]),
);

/** The row for this kind. */
export function familyOf(kind: ParametricKind): DistributionFamily {
  return BY_KIND.get(kind)!;
}

/** Tests whether a distribution with these parameters exists. */
export function isAllowed({ parameters }: DistributionFamily, values: readonly number[]): boolean {
  return parameters.every(({ least, above, below, notBelow }, i) => {
    const value = values[i]!;
    if (!Number.isFinite(value)) return false;
    if (value < (least ?? -Infinity) || value <= (above ?? -Infinity) || value >= (below ?? Infinity))
      return false;
    return notBelow === undefined || value >= values[parameters.findIndex(({ name }) => name === notBelow)]!;
  });
}

/**
 * Plans a uniform distribution from the standard range 0 to 1, or −1 to 1 (shape parameter 1) if `high - low`
 * overflows.
 */
function planUniform(low: number, high: number): ParametricPlan {
  if (Number.isFinite(high - low)) {
    const mean = Number.isFinite(low + high) ? (low + high) / 2 : low / 2 + high / 2;
    return placeShape('uniform', { mean, location: low, scale: high - low });
  }
  const middle = low / 2 + high / 2;
  return placeShape('uniform', { mean: middle, location: middle, scale: high / 2 - low / 2, a: 1 });
}

/** Mean of α·L^α·x^(−α−1) / (1 − (L/H)^α) on [L, H]: with r = ln(H/L), L·α/(α−1)·(1−e^(−(α−1)r))/(1−e^(−αr)). */
function planBoundedPareto(
  [alpha, low, high]: readonly [number, number, number],
  { log, expm1 }: Mathematics,
): ParametricPlan {
  const range = log(high / low);
  if (range === 0) return { plain: low };
  const first = alpha === 1 ? range : -expm1(-(alpha - 1) * range) / (alpha - 1);
  const mean = (low * alpha * first) / -expm1(-alpha * range);
  return placeShape('boundedpareto', { mean, scale: low, a: alpha, b: range });
}

/**
 * Computes (Γ(1−ξ) − 1)/ξ, near 0 from its Taylor series and elsewhere from lgamma and expm1, because Γ itself would
 * cause cancellation.
 */
function gevMean({ expm1, lgamma, tgamma }: Mathematics, xi: number): number {
  if (Math.abs(xi) < 1e-4) return EULER_GAMMA + xi * (0.9890559953279725 + xi * 0.9074790760808863);
  return xi > -1 ? expm1(lgamma(1 - xi)) / xi : (tgamma(1 - xi) - 1) / xi;
}
