// Closed-form densities of all parametric families, for plots, from Johnson, Kotz and Balakrishnan, Continuous
// Univariate Distributions (2nd ed., 1994 and 1995). A test compares each density with the mean and variance in the
// family's row.
import type { Mathematics, ParametricKind } from '../../uxhw/families.ts';

type Density = (parameters: readonly number[]) => (x: number) => number;

/** The Lanczos approximation with g = 7 and nine terms; its error of 1e-13 is invisible in a plot. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function lgamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - lgamma(1 - x);
  const t = x + 6.5;
  const sum = LANCZOS.reduce((total, term, i) => (i === 0 ? term : total + term / (x + i - 1)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

function tgamma(x: number): number {
  return x < 0.5 ? Math.PI / (Math.sin(Math.PI * x) * tgamma(1 - x)) : Math.exp(lgamma(x));
}

/**
 * The JavaScript engine's mathematical functions, whose last digits may differ between engines; plots do not show the
 * difference.
 */
export const PAGE_MATHEMATICS: Mathematics = {
  exp: Math.exp,
  expm1: Math.expm1,
  log: Math.log,
  lgamma,
  tgamma,
};

function logBeta(a: number, b: number): number {
  return lgamma(a) + lgamma(b) - lgamma(a + b);
}

const gamma: Density = ([k = 1, theta = 1]) => {
  const scale = lgamma(k) + k * Math.log(theta);
  return (x) => (x > 0 ? Math.exp((k - 1) * Math.log(x) - x / theta - scale) : 0);
};

/** Density functions by kind. Each function returns the density at x, given the parameters in the order of the row. */
export const FAMILY_DENSITIES: Readonly<Record<ParametricKind, Density>> = {
  gauss:
    ([mean = 0, stddev = 1]) =>
    (x) =>
      Math.exp(-0.5 * ((x - mean) / stddev) ** 2) / (stddev * Math.sqrt(2 * Math.PI)),
  uniform:
    ([min = 0, max = 1]) =>
    (x) =>
      x >= min && x <= max ? 1 / (max - min) : 0,
  exponential:
    ([mu = 1]) =>
    (x) =>
      x >= 0 ? Math.exp(-x / mu) / mu : 0,
  gumbel1:
    ([mu = 0, beta = 1]) =>
    (x) => {
      const z = (x - mu) / beta;
      return Math.exp(-z - Math.exp(-z)) / beta;
    },
  logistic:
    ([location = 0, scale = 1]) =>
    (x) =>
      1 / (4 * scale * Math.cosh((x - location) / (2 * scale)) ** 2),
  laplace:
    ([mu = 0, b = 1]) =>
    (x) =>
      Math.exp(-Math.abs(x - mu) / b) / (2 * b),
  weibull:
    ([k = 1, lambda = 1]) =>
    (x) =>
      x >= 0 ? (k / lambda) * (x / lambda) ** (k - 1) * Math.exp(-((x / lambda) ** k)) : 0,
  lognormal:
    ([mu = 0, sigma = 1]) =>
    (x) =>
      x > 0 ? Math.exp(-0.5 * ((Math.log(x) - mu) / sigma) ** 2) / (x * sigma * Math.sqrt(2 * Math.PI)) : 0,
  boundedpareto:
    ([alpha = 1, min = 1, max = 2]) =>
    (x) =>
      x >= min && x <= max ? (alpha * min ** alpha * x ** (-alpha - 1)) / (1 - (min / max) ** alpha) : 0,
  beta: ([a = 1, b = 1]) => {
    const scale = logBeta(a, b);
    return (x) => (x > 0 && x < 1 ? Math.exp((a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x) - scale) : 0);
  },
  gamma,
  inversegamma: ([alpha = 2, beta = 1]) => {
    const scale = alpha * Math.log(beta) - lgamma(alpha);
    return (x) => (x > 0 ? Math.exp(scale - (alpha + 1) * Math.log(x) - beta / x) : 0);
  },
  chisquared: ([k = 1]) => gamma([k / 2, 2]),
  f: ([d1 = 1, d2 = 3]) => {
    const scale = logBeta(d1 / 2, d2 / 2) - (d1 / 2) * Math.log(d1 / d2);
    return (x) =>
      x > 0 ? Math.exp((d1 / 2 - 1) * Math.log(x) - ((d1 + d2) / 2) * Math.log1p((d1 * x) / d2) - scale) : 0;
  },
  studentst: ([nu = 2]) => {
    const scale = lgamma((nu + 1) / 2) - lgamma(nu / 2) - 0.5 * Math.log(nu * Math.PI);
    return (x) => Math.exp(scale - ((nu + 1) / 2) * Math.log1p((x * x) / nu));
  },
  gev:
    ([xi = 0]) =>
    (x) => {
      if (xi === 0) return Math.exp(-x - Math.exp(-x));
      const t = 1 + xi * x;
      return t > 0 ? t ** (-1 / xi - 1) * Math.exp(-(t ** (-1 / xi))) : 0;
    },
};
