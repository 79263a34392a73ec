// Transformational intrinsic functions of constants.

import { byteLength } from '../program/character-bytes.ts';
import { integerConstant, maybeInteger } from '../program/constants.ts';
import { KINDS } from '../program/entity-kinds.ts';
import { constant, constantNode, isConstant, MAX_CONSTANT_ITEMS } from '../program/fold-operation.ts';
import { type Constant, roundReal, wrapTo } from '../program/fold-scalar.ts';
import type { ConstantValue, IntrinsicNode, Type, Typed } from '../program/semantics.ts';
import { isWide, WIDE } from '../program/wide-characters.ts';

import { integer, REAL_LIMITS } from './fold-inquiry.ts';
import type { Folds } from './intrinsics.ts';
import { text } from './row-folds.ts';

function foldReshape(e: IntrinsicNode): Typed | undefined {
  const source = constantNode(e.arguments[0]);
  const shape = constantNode(e.arguments[1]);
  if (source?.k !== 'const-array' || shape?.k !== 'const-array' || e.arguments[3]) return undefined;
  const sizes = shape.items.map((i) => maybeInteger(i) ?? 0);
  const size = sizes.reduce((a, b) => a * b, 1);
  if (size > MAX_CONSTANT_ITEMS) return undefined;
  const pad = constantNode(e.arguments[2]);
  const items = source.items.slice(0, size);
  while (items.length < size) {
    if (pad?.k !== 'const-array' || pad.items.length === 0) return undefined;
    items.push(pad.items[(items.length - source.items.length) % pad.items.length]!);
  }
  return { k: 'const-array', at: e.at, type: e.type, rank: sizes.length, shape: sizes, items };
}

function foldReduction(
  e: IntrinsicNode,
  combine: (a: ConstantValue, b: ConstantValue) => ConstantValue | undefined,
): Typed | undefined {
  const array = constantNode(e.arguments[0]);
  if (
    array?.k !== 'const-array' ||
    isWide(array.type) ||
    e.arguments[1] ||
    e.arguments[2] ||
    array.items.length === 0
  )
    return undefined;
  let value: ConstantValue | undefined;
  for (const item of array.items) {
    if (item.k !== 'const') return undefined;
    value = value === undefined ? item.value : combine(value, item.value);
    if (value === undefined) return undefined;
  }
  return constant(value!, e);
}

function ofReals(
  a: ConstantValue,
  b: ConstantValue,
  combine: (x: number, y: number) => number,
  type: Type,
): number | undefined {
  if (typeof a !== 'number' || typeof b !== 'number' || type.kind > 8) return undefined;
  return roundReal(combine(a, b), type.kind);
}

function foldPack(e: IntrinsicNode): Typed | undefined {
  const array = constantNode(e.arguments[0]);
  const mask = constantNode(e.arguments[1]);
  if (array?.k !== 'const-array' || !mask || e.arguments[2]) return undefined;
  const chosen = mask.k === 'const-array' ? mask.items : array.items.map(() => mask);
  if (chosen.length !== array.items.length || chosen.some((m) => m.k !== 'const')) return undefined;
  const items = array.items.filter((_, i) => (chosen[i] as Constant).value === true);
  return { k: 'const-array', at: e.at, type: e.type, rank: 1, shape: [items.length], items };
}

function pick(a: ConstantValue, b: ConstantValue, first: boolean): ConstantValue {
  return first ? a : b;
}

/** Transformational functions by name: the constant that a call gives, or undefined. */
export const FOLDED_TRANSFORMATIONALS: Folds<'T', (e: IntrinsicNode) => Typed | undefined> = {
  reshape: foldReshape,
  pack: foldPack,
  maxval: (e) => foldReduction(e, (a, b) => pick(a, b, a > b)),
  minval: (e) => foldReduction(e, (a, b) => pick(a, b, a < b)),
  sum: (e) =>
    foldReduction(e, (a, b) =>
      typeof a === 'bigint' && typeof b === 'bigint'
        ? wrapTo(a + b, e.type)
        : ofReals(a, b, (x, y) => x + y, e.type),
    ),
  product: (e) =>
    foldReduction(e, (a, b) =>
      typeof a === 'bigint' && typeof b === 'bigint'
        ? wrapTo(a * b, e.type)
        : ofReals(a, b, (x, y) => x * y, e.type),
    ),
  any: (e) => foldReduction(e, (a, b) => a === true || b === true),
  all: (e) => foldReduction(e, (a, b) => a === true && b === true),
  trim: (e) => {
    const s = constantNode(e.arguments[0]);
    if (s?.k !== 'const' || !isConstant(s) || isWide(s.type)) return undefined;
    return stringOf(text(s).replace(/ +$/, ''), e);
  },
  repeat: (e) => {
    const s = constantNode(e.arguments[0]);
    const n = maybeInteger(e.arguments[1]);
    if (s?.k !== 'const' || n === undefined || n < 0 || n * text(s).length > 10_000) return undefined;
    return stringOf(text(s).repeat(n), e);
  },
  selected_int_kind: (e) => {
    const r = maybeInteger(e.arguments[0]);
    if (r === undefined) return undefined;
    return integer(e, r <= 2 ? 1 : r <= 4 ? 2 : r <= 9 ? 4 : r <= 18 ? 8 : r <= 38 ? 16 : -1);
  },
  selected_logical_kind: (e) => {
    const bits = maybeInteger(e.arguments[0]);
    return bits === undefined ? undefined : integer(e, KINDS.logical.find((n) => bits <= 8 * n) ?? -1);
  },
  selected_real_kind: foldSelectedReal,
  ieee_selected_real_kind: foldSelectedReal,
  selected_char_kind: (e) => {
    const name = constantNode(e.arguments[0]);
    if (name?.k !== 'const') return undefined;
    const text = String(name.value).trimEnd();
    return integer(e, /^(default|ascii)$/i.test(text) ? 1 : /^iso_10646$/i.test(text) ? WIDE : -1);
  },
};

function stringOf(value: string, e: IntrinsicNode): Typed {
  return constant(value, {
    at: e.at,
    type: { ...e.type, length: integerConstant(byteLength(value)) },
  });
}

function foldSelectedReal(e: IntrinsicNode): Typed | undefined {
  const p = e.arguments[0] ? maybeInteger(e.arguments[0]) : 0;
  const r = e.arguments[1] ? maybeInteger(e.arguments[1]) : 0;
  const radix = e.arguments[2] ? maybeInteger(e.arguments[2]) : 2;
  if (p === undefined || r === undefined || radix === undefined) return undefined;
  if (radix !== 2) return integer(e, -5);
  for (const kind of [4, 8, 16]) {
    const limits = REAL_LIMITS[kind]!;
    if (p <= limits.precision && r <= limits.range) return integer(e, kind);
  }
  return integer(e, p > 33 ? (r > 4931 ? -3 : -1) : -2);
}
