// Helpers for constant folding that many rows share: constants as numbers, bits and characters.

import { integerConstant } from '../../program/constants/constants.ts';
import type { Constant } from '../../program/constants/fold-scalar.ts';
import { roundReal } from '../../program/constants/fold-scalar.ts';
import type { IntrinsicNode, MaybeTyped } from '../../program/symbols/semantics.ts';
import { maybeRoundCorrectly } from './correct-rounding.ts';
import type { Fold } from './elemental-row.ts';

export function big(c: Constant | undefined): bigint {
  return typeof c?.value === 'bigint' ? c.value : 0n;
}

export function text(c: Constant | undefined): string {
  return typeof c?.value === 'string' ? c.value : '';
}

/** The bits of an integer as a non-negative number. */
export function unsigned(c: Constant): bigint {
  return BigInt.asUintN(c.type.kind * 8, big(c));
}

export type MathematicalName =
  | 'acos'
  | 'acosh'
  | 'asin'
  | 'asinh'
  | 'atan'
  | 'atan2'
  | 'atanh'
  | 'cos'
  | 'cosh'
  | 'exp'
  | 'log'
  | 'log10'
  | 'sin'
  | 'sinh'
  | 'tan'
  | 'tanh'
  | 'hypot';

/** A function of reals, correctly rounded wherever the rounding can be determined. */
export function transcendental(name: MathematicalName): Fold {
  const f = Math[name] as (...x: number[]) => number;
  return (values, type) => {
    if (values.some((v) => typeof v.value !== 'number')) return undefined;
    const numbers = values.map((v) => v.value as number);
    const result = maybeRoundCorrectly(name, numbers, type.kind === 4 ? 24 : 53) ?? f(...numbers);
    return Number.isFinite(result) ? roundReal(result, type.kind) : undefined;
  };
}

export const REAL_LIMITS: Record<
  number,
  { digits: number; minExponent: number; maxExponent: number; precision: number; range: number }
> = {
  4: { digits: 24, minExponent: -125, maxExponent: 128, precision: 6, range: 37 },
  8: { digits: 53, minExponent: -1021, maxExponent: 1024, precision: 15, range: 307 },
  16: { digits: 113, minExponent: -16381, maxExponent: 16384, precision: 33, range: 4931 },
};

export function integer(e: IntrinsicNode, value: number | undefined): MaybeTyped {
  return value === undefined ? undefined : integerConstant(value, e.at, e.type.kind);
}
