// Folds operators and conversions of constants, element by element. REAL(16) and COMPLEX(16) are left to the C
// compiler, which supports their arithmetic.

import type { ConstantValue, MaybeTyped, Node, Type, Typed } from '../symbols/semantics.ts';
import { byteLength, integerConstant } from './constants.ts';
import { type Constant, foldBinary, foldConversion, foldUnary, wrapTo } from './fold-scalar.ts';
import { constantComponent } from './structure.ts';

/** True if a node is a constant scalar or array. */
export function isConstant(e: MaybeTyped): boolean {
  return (
    e !== undefined &&
    (e.k === 'const' ||
      e.k === 'const-array' ||
      (e.k === 'structure' && e.values.every((v) => !v || isConstant(v) || v.k === 'null')))
  );
}

/** A constant of the given type. Unsigned numbers wrap around. */
export function constant(value: ConstantValue, { at, type }: { at: number; type: Type }): Constant {
  const kept = type.base === 'unsigned' && typeof value === 'bigint' ? wrapTo(value, type) : value;
  return { k: 'const', at, type, rank: 0, value: kept };
}

/** Applies a function to constants, element by element; undefined if an operand is not constant. */
export function mapConstants(
  e: Typed,
  operands: readonly Typed[],
  apply: (operands: Constant[]) => ConstantValue | undefined,
): MaybeTyped {
  const values = operands.map((o) => constantNode(o));
  if (
    values.some(
      (v) => v === undefined || (v.type.kind > 8 && (v.type.base === 'real' || v.type.base === 'complex')),
    )
  )
    return undefined;
  const array = values.find((v) => v!.k === 'const-array') as Node<'const-array'> | undefined;
  if (!array) {
    const value = apply(values as Constant[]);
    return value === undefined ? undefined : keepWraps(constant(value, e), e, values as Constant[]);
  }
  const items: Typed[] = [];
  for (let i = 0; i < array.items.length; i++) {
    const row = values.map((v) => (v!.k === 'const-array' ? v!.items[i] : v)) as Constant[];
    if (row.some((c) => c?.k !== 'const')) return undefined;
    const value = apply(row);
    if (value === undefined) return undefined;
    items.push(keepWraps(constant(value, e), e, row));
  }
  const type = items[0]?.type ?? e.type;
  return { k: 'const-array', at: e.at, type, rank: array.rank, shape: array.shape, items };
}

// Marks a computed constant as unchecked if the range of an operand is not checked either.
function keepWraps(c: Constant, e: Typed, operands: readonly Constant[]): Constant {
  return withLength(operands.some((o) => o.wraps) ? { ...c, wraps: true } : unchecked(c, e));
}

/** The constants that an operation yields, marked as unchecked if the range of its result is not checked. */
export function unchecked<T extends MaybeTyped>(value: T, e: Typed): T {
  if (!('wraps' in e && e.wraps)) return value;
  if (value?.k === 'const') return { ...value, wraps: true };
  if (value?.k !== 'const-array') return value;
  return { ...value, items: value.items.map((item) => unchecked(item, e)) };
}

/** The constant that a node is or refers to. */
export function constantNode(e: MaybeTyped): Constant | Node<'const-array'> | undefined {
  if (!e) return undefined;
  if (e.k === 'const' || e.k === 'const-array') return e;
  if (e.k === 'paren') return constantNode(e.operand);
  if (e.k === 'variable' && e.sym.k === 'constant')
    return constantNode(e.sym.scope.program.expressions.initialOf(e.sym));
  if (e.k === 'component') return constantNode(constantComponent(e));
  return undefined;
}

export function withLength(c: Constant): Constant {
  if (typeof c.value !== 'string' || c.type.base !== 'character') return c;
  return { ...c, type: { ...c.type, length: integerConstant(byteLength(c.value)) } };
}

/** The node for an operator or conversion, or the constant that results from it. */
export function foldOperation(e: Typed): Typed {
  switch (e.k) {
    case 'unary':
      return mapConstants(e, [e.operand], ([a]) => foldUnary(e.op, a!, e.type)) ?? e;
    case 'binary':
      return mapConstants(e, [e.left, e.right], ([a, b]) => foldBinary(e.op, a!, b!, e)) ?? e;
    case 'convert':
      return mapConstants(e, [e.operand], ([a]) => foldConversion(a!, e.type)) ?? e;
    case 'complex':
      return (
        mapConstants(e, [e.re, e.im], ([a, b]) =>
          e.type.kind > 8 ? undefined : [Number(a!.value), Number(b!.value)],
        ) ?? e
      );
    case 'part':
      return (
        mapConstants(e, [e.base], ([a]) =>
          Array.isArray(a!.value) ? a!.value[e.part === 're' ? 0 : 1] : undefined,
        ) ?? e
      );
    default:
      return e;
  }
}

/** Maximum number of elements in a constant array; larger arrays are built at run time. */
export const MAX_CONSTANT_ITEMS = 100_000;
