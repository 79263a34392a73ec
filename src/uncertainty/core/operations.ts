// The operations that a core can apply to values, and their numbers in the guest-to-core protocol. `npm run build:wasm`
// turns this table into `ux-operations.h` for the guest runtime and the kernels, so that each number has a single
// definition. Only append to it, because the order is the protocol.

import { FAMILIES, type ParametricKind } from '../../uxhw/families.ts';

/** Flag added to the number of an operation in its single-precision form (`sinf`, `f32.add`). */
export const SINGLE_PRECISION = 0x100;

/**
 * Unary operations, which map positions and preserve masses. Their names come from C, or from WebAssembly if C has
 * none.
 */
export const UNARY_OPERATIONS = [
  'neg',
  'fabs',
  'sqrt',
  'ceil',
  'floor',
  'trunc',
  'nearest',
  'demote',
  'acos',
  'acosh',
  'asin',
  'asinh',
  'atan',
  'atanh',
  'cbrt',
  'cos',
  'cosh',
  'erf',
  'erfc',
  'exp',
  'exp2',
  'exp10',
  'expm1',
  'j0',
  'j1',
  'y0',
  'y1',
  'lgamma',
  'log',
  'log10',
  'log1p',
  'log2',
  'logb',
  'rint',
  'nearbyint',
  'round',
  'sin',
  'sinh',
  'tan',
  'tanh',
  'tgamma',
  'significand',
  'modf_fraction',
  'frexp_fraction',
] as const;

/** Binary operations. The second operand of `ldexp`, and the first of `jn` and `yn`, is a plain integer. */
export const BINARY_OPERATIONS = [
  'add',
  'sub',
  'mul',
  'div',
  'min',
  'max',
  'copysign',
  'atan2',
  'fdim',
  'fmax',
  'fmin',
  'fmod',
  'hypot',
  'nextafter',
  'pow',
  'remainder',
  'ldexp',
  'jn',
  'yn',
] as const;

/** Parametric distributions by number, each with up to three parameters. Their rows are in src/uxhw/families.ts. */
export const PARAMETRIC_KINDS: readonly ParametricKind[] = [...FAMILIES]
  .sort((one, other) => one.number - other.number)
  .map(({ kind }) => kind);

/** Queries of a distribution whose result is a plain number. */
export const QUERIES = [
  'nth_moment',
  'nth_mode',
  'quantile',
  'probability_gt',
  'support_min',
  'support_max',
  'sample',
  'evaluate_pdf',
  'mean_error',
  'quantile_error',
  'probability_error',
] as const;

/** Comparisons of two values, named after WebAssembly's instructions. */
export const COMPARISONS = ['eq', 'ne', 'lt', 'gt', 'le', 'ge'] as const;

/**
 * Conversions of a value to an integer: towards zero; to nearest, ties to even; to nearest, ties away from zero; and
 * the binary exponent.
 */
export const ROUNDINGS = ['truncate', 'nearest', 'away', 'exponent'] as const;

export type Comparison = (typeof COMPARISONS)[number];
export type Rounding = (typeof ROUNDINGS)[number];
export type UnaryOperation = (typeof UNARY_OPERATIONS)[number];
export type BinaryOperation = (typeof BINARY_OPERATIONS)[number];
export type { ParametricKind };
export type Query = (typeof QUERIES)[number];
