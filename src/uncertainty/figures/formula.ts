// Formulas compute a value from the independent quantity of its base, at more points than the base has.

import { SINGLE_PRECISION } from '../core/operations.ts';
import { LINEAR } from '../distributions/linear-operations.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { Kernels } from '../kernels/kernels.ts';

/** Formula for the quantity itself. */
export const ROOT = { size: 0 } as const;

/** A step applied to one or two formulas. */
interface Step {
  readonly operation: number;
  readonly left: Formula | undefined;
  readonly right: Formula | undefined;
  /** The operand that is a plain number; undefined for functions of one argument. */
  readonly plain: number | undefined;
  /** Number of operations. A shared operation counts once for each use. */
  readonly size: number;
}

export type Formula = typeof ROOT | Step;

const isRoot = (formula: Formula): formula is typeof ROOT => formula === ROOT;

/** Maximum size of a formula. Larger formulas are dropped, because loops could extend them forever. */
const LONGEST = 64;

/** The formula after one more operation; undefined if it gets too large. */
export function maybeExtend(
  operation: number,
  left: Formula | undefined,
  right: Formula | undefined,
  plain?: number,
): Formula | undefined {
  const size = 1 + (left?.size ?? 0) + (right?.size ?? 0);
  return size > LONGEST ? undefined : { operation, left, right, plain, size };
}

export function evaluateFormula(kernels: Kernels, formula: Formula, root: Float64Array): Float64Array {
  if (isRoot(formula)) return root;
  const n = root.length;
  const { call } = kernels;
  const start = kernels.allocate(8 * n);
  kernels.doublesAt(start, n).set(root);
  const compute = (step: Formula): Address => {
    if (isRoot(step)) return start;
    const { operation, plain } = step;
    const left = step.left && compute(step.left);
    const right = step.right && compute(step.right);
    const target = kernels.allocate(8 * n);
    if (left === undefined) call.lane_binary_with_plain_left(operation, plain!, right!, target, n);
    else if (right !== undefined) call.lane_binary(operation, left, right, target, n);
    else if (plain === undefined) call.lane_unary(operation, left, target, n);
    else call.lane_binary_with_plain_right(operation, left, plain, target, n);
    for (const used of [left, right]) if (used !== undefined && used !== start) kernels.free(used, 8 * n);
    return target;
  };
  const result = compute(formula);
  const values = kernels.doublesAt(result, n).slice();
  kernels.free(result, 8 * n);
  kernels.free(start, 8 * n);
  return values;
}

/** An operation on pairs of numbers. */
export function evaluateBinary(
  kernels: Kernels,
  operation: number,
  x: Float64Array,
  y: Float64Array,
): Float64Array {
  const n = x.length;
  const [left, right] = [kernels.allocate(8 * n), kernels.allocate(8 * n)];
  kernels.doublesAt(left, n).set(x);
  kernels.doublesAt(right, n).set(y);
  kernels.call.lane_binary(operation, left, right, left, n);
  const results = kernels.doublesAt(left, n).slice();
  for (const used of [left, right]) kernels.free(used, 8 * n);
  return results;
}

export function isLinear(formula: Formula): boolean {
  if (isRoot(formula)) return true;
  const { operation, left, right, plain } = formula;
  const linear = LINEAR[operation & ~SINGLE_PRECISION];
  if (plain === undefined || !linear || (linear === 'div' && !left)) return false;
  return isLinear(left ?? right!);
}
