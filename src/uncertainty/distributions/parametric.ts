// Plans parametric distributions for the core. Checks the parameters against the family's row (src/uxhw/families.ts)
// and chooses the standard shape, location and scale from which the kernels build the distribution.

import { familyOf, isAllowed, type Mathematics } from '../../uxhw/families.ts';
import type { PlacedShape as StandardPlace } from '../../uxhw/shapes.ts';
import {
  PARAMETRIC_KINDS,
  type ParametricKind,
  UNARY_OPERATIONS,
  type UnaryOperation,
} from '../core/operations.ts';
import { nameOf } from '../core/unknown-number.ts';
import type { KernelExports } from '../kernels/kernel-exports.ts';

/** location + scale · standard shape. */
export interface PlacedShape extends StandardPlace {
  /** Upper bound of a uniform value above `location`; location + scale may differ from it in the last bit. */
  readonly end?: number;
}

/** A parametric distribution: a plain number, or a shape with location and scale. */
export type ParametricPlan = { readonly plain: number } | PlacedShape;

const known = new WeakMap<object, Mathematics>();

/** The kernels' mathematical library. */
export function mathematicsOf(kernels: Pick<KernelExports, 'apply_unary'>): Mathematics {
  const mathematics = known.get(kernels) ?? bindMathematics(kernels);
  known.set(kernels, mathematics);
  return mathematics;
}

function bindMathematics(kernels: Pick<KernelExports, 'apply_unary'>): Mathematics {
  const applying = (name: UnaryOperation) => {
    const operation = UNARY_OPERATIONS.indexOf(name);
    return (x: number) => kernels.apply_unary(operation, x);
  };
  return {
    exp: applying('exp'),
    expm1: applying('expm1'),
    log: applying('log'),
    lgamma: applying('lgamma'),
    tgamma: applying('tgamma'),
  };
}

/** Plans distribution `kind` with its parameters. Invalid parameters yield a plain NaN. */
export function planParametric(
  kernels: KernelExports,
  kind: ParametricKind,
  a: number,
  b: number,
  c: number,
): ParametricPlan {
  const family = familyOf(kind);
  if (!isAllowed(family, [a, b, c])) return { plain: Number.NaN };
  const plan = family.plan([a, b, c], mathematicsOf(kernels));
  if ('plain' in plan) return plan;
  if (!Number.isFinite(plan.mean)) return { plain: plan.mean };
  return kind === 'uniform' && plan.location === a ? { ...plan, end: b } : plan;
}

/** Mean of distribution number `kind` (ignoring SINGLE_PRECISION); NaN for invalid parameters. */
export function meanOfParametric(
  kernels: KernelExports,
  kind: number,
  a: number,
  b: number,
  c: number,
): number {
  const name = nameOf('distribution', kind, PARAMETRIC_KINDS);
  const plan = planParametric(kernels, name, a, b, c);
  return 'plain' in plan ? plan.plain : plan.mean;
}
