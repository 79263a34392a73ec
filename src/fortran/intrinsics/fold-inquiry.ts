// Inquiries about types and shapes that are answered without running the program.

import { constantLength, constantShape, integerConstant, maybeInteger } from '../program/constants.ts';
import { constant } from '../program/fold-operation.ts';
import { dimensionsOf } from '../program/resolve.ts';
import type { IntrinsicNode, Type, Typed } from '../program/semantics.ts';
import { isWide, wideConstant } from '../program/wide-characters.ts';
import type { Folds } from './intrinsics.ts';

/** Limits of reals by kind. */
export const REAL_LIMITS: Record<
  number,
  { digits: number; minExponent: number; maxExponent: number; precision: number; range: number }
> = {
  4: { digits: 24, minExponent: -125, maxExponent: 128, precision: 6, range: 37 },
  8: { digits: 53, minExponent: -1021, maxExponent: 1024, precision: 15, range: 307 },
  16: { digits: 113, minExponent: -16381, maxExponent: 16384, precision: 33, range: 4931 },
};

/** An integer of the call's own type. */
export function integer(e: IntrinsicNode, value: number | undefined): Typed | undefined {
  return value === undefined ? undefined : integerConstant(value, e.at, e.type.kind);
}

function realLimit(e: IntrinsicNode): (typeof REAL_LIMITS)[number] | undefined {
  const type = e.arguments[0]!.type;
  return type.base === 'real' || type.base === 'complex' ? REAL_LIMITS[type.kind] : undefined;
}

function foldHuge(e: IntrinsicNode): Typed | undefined {
  const { base, kind } = e.type;
  if (base === 'integer') return constant((1n << BigInt(kind * 8 - 1)) - 1n, e);
  if (kind > 8) return undefined;
  return constant(kind === 4 ? 3.4028234663852886e38 : Number.MAX_VALUE, e);
}

function decimalRange(type: Type): number {
  return { 1: 2, 2: 4, 4: 9, 8: 18, 16: 38 }[type.kind] ?? 9;
}

function shapeOf(e: Typed): number[] | undefined {
  if (e.k === 'const-array') return e.shape;
  if (e.k === 'variable' && !e.sym.allocatable && !e.sym.pointer) {
    const dims = dimensionsOf(e.sym);
    return dims ? constantShape(dims) : undefined;
  }
  if (e.k === 'component' && e.component.dims && !e.component.allocatable && !e.component.pointer)
    return constantShape(e.component.dims);
  return undefined;
}

function foldSize(e: IntrinsicNode): Typed | undefined {
  const shape = shapeOf(e.arguments[0]!);
  if (!shape) return undefined;
  if (!e.arguments[1])
    return integer(
      e,
      shape.reduce((a, b) => a * b, 1),
    );
  const dim = maybeInteger(e.arguments[1]);
  return dim === undefined ? undefined : integer(e, shape[dim - 1]);
}

function foldBound(e: IntrinsicNode): Typed | undefined {
  const array = e.arguments[0]!;
  const dim = maybeInteger(e.arguments[1]);
  if (array.k !== 'variable' || array.sym.allocatable || array.sym.pointer) return undefined;
  const dims = dimensionsOf(array.sym);
  const shape = dims && constantShape(dims);
  if (!dims || !shape) return undefined;
  const bound = (d: number): number => {
    const low = maybeInteger(dims[d]!.low)!;
    if (shape[d] === 0) return e.name === 'lbound' ? 1 : 0;
    return e.name === 'lbound' ? low : low + shape[d]! - 1;
  };
  if (dim !== undefined) return dim >= 1 && dim <= dims.length ? integer(e, bound(dim - 1)) : undefined;
  if (e.arguments[1]) return undefined;
  const items = dims.map((_, i) => integer(e, bound(i))!);
  return { k: 'const-array', at: e.at, type: e.type, rank: 1, shape: [items.length], items };
}

// The bounds of a substring tell its length, whatever the characters are.
function lengthOf(e: Typed): number | undefined {
  if (e.k !== 'substring') return constantLength(e.type);
  const low = e.low ? maybeInteger(e.low) : 1;
  const high = e.high ? maybeInteger(e.high) : lengthOf(e.base);
  return low === undefined || high === undefined ? undefined : Math.max(0, high - low + 1);
}

const STORAGE: Record<string, (t: Type) => number> = {
  integer: (t) => t.kind * 8,
  real: (t) => t.kind * 8,
  logical: (t) => t.kind * 8,
  complex: (t) => t.kind * 16,
};

/** Inquiry functions by name: the constant that a call gives, or undefined. */
export const FOLDED_INQUIRIES: Folds<'I', (e: IntrinsicNode) => Typed | undefined> = {
  kind: (e) => {
    const t = e.arguments[0]!.type;
    return t.kind > 0 ? integer(e, t.kind) : undefined;
  },
  rank: (e) => (e.arguments[0]!.rank < 0 ? undefined : integer(e, e.arguments[0]!.rank)),
  digits: (e) =>
    integer(
      e,
      e.arguments[0]!.type.base === 'integer' ? e.arguments[0]!.type.kind * 8 - 1 : realLimit(e)?.digits,
    ),
  precision: (e) => integer(e, realLimit(e)?.precision),
  range: (e) =>
    integer(
      e,
      e.arguments[0]!.type.base === 'integer' ? decimalRange(e.arguments[0]!.type) : realLimit(e)?.range,
    ),
  radix: (e) => integer(e, 2),
  maxexponent: (e) => integer(e, realLimit(e)?.maxExponent),
  minexponent: (e) => integer(e, realLimit(e)?.minExponent),
  bit_size: (e) => integerConstant(e.type.kind * 8, e.at, e.type.kind),
  huge: foldHuge,
  tiny: (e) => (e.type.kind > 8 ? undefined : constant(e.type.kind === 4 ? 2 ** -126 : 2 ** -1022, e)),
  epsilon: (e) => (e.type.kind > 8 ? undefined : constant(e.type.kind === 4 ? 2 ** -23 : 2 ** -52, e)),
  len: (e) => {
    const bytes = lengthOf(e.arguments[0]!);
    return integer(e, bytes === undefined ? undefined : bytes / e.arguments[0]!.type.kind);
  },
  size: foldSize,
  shape: (e) => {
    const array = e.arguments[0]!;
    const shape = array.rank === 0 ? [] : shapeOf(array);
    if (!shape) return undefined;
    return {
      k: 'const-array',
      at: e.at,
      type: e.type,
      rank: 1,
      shape: [shape.length],
      items: shape.map((n) => integer(e, n)!),
    };
  },
  lbound: foldBound,
  ubound: foldBound,
  storage_size: (e) => {
    const t = e.arguments[0]!.type;
    if (t.base === 'character') {
      const length = constantLength(t);
      return integer(e, length === undefined ? undefined : length * 8);
    }
    return integer(e, STORAGE[t.base]?.(t));
  },
  new_line: (e) =>
    e.arguments[0] && isWide(e.arguments[0].type)
      ? wideConstant('\n', e.at)
      : constant('\n', { at: e.at, type: { base: 'character', kind: 1, length: integerConstant(1) } }),
};
