// The parametric distributions: which parameters are allowed (uxhw-api: the NaN rules), their means in closed form, and
// the standard shape, location and scale that the kernels build each of them from.

import type { KernelExports } from './kernels.ts';
import {
  PARAMETRIC_KINDS,
  type ParametricKind,
  UNARY_OPERATIONS,
  type UnaryOperation,
} from './operations.ts';

/** A parametric distribution: plain, or location + scale · a standard shape. */
export type ParametricPlan = { readonly plain: number } | PlacedShape;

/** Location + scale · a standard shape. */
export interface PlacedShape {
  readonly mean: number;
  readonly location: number;
  readonly scale: number;
  /** Shape for the kernels: an index into PARAMETRIC_KINDS and its parameters. */
  readonly shape: number;
  readonly a: number;
  readonly b: number;
}

const EULER_GAMMA = 0.5772156649015329;
const PARAMETER_COUNT: Readonly<Record<ParametricKind, number>> = {
  gauss: 2,
  uniform: 2,
  exponential: 1,
  gumbel1: 2,
  logistic: 2,
  laplace: 2,
  weibull: 2,
  lognormal: 2,
  boundedpareto: 3,
  beta: 2,
  gamma: 2,
  inversegamma: 2,
  chisquared: 1,
  f: 2,
  studentst: 1,
  gev: 1,
};

/** Plans distribution `kind` with its parameters; parameters that are not allowed give a plain NaN. */
export function planParametric(
  kernels: KernelExports,
  kind: ParametricKind,
  a: number,
  b: number,
  c: number,
): ParametricPlan {
  const parameters = [a, b, c].slice(0, PARAMETER_COUNT[kind]);
  if (!parameters.every(Number.isFinite)) return { plain: Number.NaN };
  const apply = (name: UnaryOperation, x: number) => kernels.apply_unary(UNARY_OPERATIONS.indexOf(name), x);
  const plan = planAllowed(apply, kind, a, b, c);
  return 'plain' in plan || Number.isFinite(plan.mean) ? plan : { plain: plan.mean };
}

function planAllowed(
  apply: (name: UnaryOperation, x: number) => number,
  kind: ParametricKind,
  a: number,
  b: number,
  c: number,
): ParametricPlan {
  const invalid = { plain: Number.NaN };
  switch (kind) {
    case 'gauss':
    case 'logistic':
    case 'laplace':
      return b < 0 ? invalid : place(kind, a, a, b);
    case 'gumbel1':
      return b < 0 ? invalid : place(kind, a + EULER_GAMMA * b, a, b);
    case 'uniform':
      return b < a ? invalid : planUniform(a, b);
    case 'exponential':
      return a < 0 ? invalid : place(kind, a, 0, a);
    case 'weibull':
      return a <= 0 || b < 0 ? invalid : place(kind, b === 0 ? 0 : b * apply('tgamma', 1 + 1 / a), 0, b, a);
    case 'lognormal':
      if (b < 0) return invalid;
      if (b === 0) return { plain: apply('exp', a) };
      return place(kind, apply('exp', a + (b * b) / 2), 0, apply('exp', a), b);
    case 'boundedpareto':
      return a <= 0 || b <= 0 || c < b ? invalid : planBoundedPareto(apply, a, b, c);
    case 'beta':
      return a <= 0 || b <= 0 ? invalid : place(kind, a / (a + b), 0, 1, a, b);
    case 'gamma':
      return a <= 0 || b < 0 ? invalid : place(kind, a * b, 0, a * b, a);
    case 'inversegamma':
      return a <= 1 || b < 0 ? invalid : place(kind, b / (a - 1), 0, b / a, a);
    case 'chisquared':
      return a <= 0 ? invalid : place('gamma', a, 0, a, a / 2);
    case 'f':
      return a <= 0 || b <= 2 ? invalid : place(kind, b / (b - 2), 0, 1, a / 2, b / 2);
    case 'studentst':
      return a <= 1 ? invalid : place(kind, 0, 0, 1, a);
    case 'gev':
      if (a >= 1) return invalid;
      return place(kind, gevMean(apply, a), 0, 1, a);
  }
}

function place(
  kind: ParametricKind,
  mean: number,
  location: number,
  scale: number,
  a = 0,
  b = 0,
): ParametricPlan {
  if (scale === 0) return { plain: mean };
  return { mean, location, scale, shape: PARAMETRIC_KINDS.indexOf(kind), a, b };
}

/** From 0 to 1, or from −1 to 1 (shape parameter 1) where numbers are too small for the whole width. */
function planUniform(low: number, high: number): ParametricPlan {
  if (Number.isFinite(high - low)) {
    const mean = Number.isFinite(low + high) ? (low + high) / 2 : low / 2 + high / 2;
    return place('uniform', mean, low, high - low);
  }
  const middle = low / 2 + high / 2;
  return place('uniform', middle, middle, high / 2 - low / 2, 1);
}

/** Mean of α·L^α·x^(−α−1) / (1 − (L/H)^α) on [L, H]: with r = ln(H/L), L·α/(α−1)·(1−e^(−(α−1)r))/(1−e^(−αr)). */
function planBoundedPareto(
  apply: (name: UnaryOperation, x: number) => number,
  alpha: number,
  low: number,
  high: number,
): ParametricPlan {
  const range = apply('log', high / low);
  if (range === 0) return { plain: low };
  const first = alpha === 1 ? range : -apply('expm1', -(alpha - 1) * range) / (alpha - 1);
  const mean = (low * alpha * first) / -apply('expm1', -alpha * range);
  return place('boundedpareto', mean, 0, low, alpha, range);
}

/** (Γ(1−ξ) − 1)/ξ: its Taylor series near 0; further out by way of lgamma and expm1, as Γ itself would cancel. */
function gevMean(apply: (name: UnaryOperation, x: number) => number, xi: number): number {
  if (Math.abs(xi) < 1e-4) return EULER_GAMMA + xi * (0.9890559953279725 + xi * 0.9074790760808863);
  return xi > -1 ? apply('expm1', apply('lgamma', 1 - xi)) / xi : (apply('tgamma', 1 - xi) - 1) / xi;
}
