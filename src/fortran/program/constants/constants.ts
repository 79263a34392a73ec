// Common types, and constants as expressions.
import type { Position } from '../../source/diagnostics.ts';
import type { Dimension, MaybeTyped, Node, Type, Typed } from '../symbols/semantics.ts';

export const INTEGER: Type = { base: 'integer', kind: 4 };

export const INTEGER8: Type = { base: 'integer', kind: 8 };

export const REAL: Type = { base: 'real', kind: 4 };

export const DOUBLE: Type = { base: 'real', kind: 8 };

export const LOGICAL: Type = { base: 'logical', kind: 4 };

export const VOID: Type = { base: 'void', kind: 0 };

/** The node for an intrinsic function whose arguments are in order; a scalar unless a rank is given. */
export function intrinsicNode(
  name: string,
  args: MaybeTyped[],
  { at, type, rank = 0 }: { at: Position; type: Type; rank?: number },
): Typed {
  return { k: 'intrinsic', name, at, type, rank, arguments: args };
}

/** An integer constant of default kind. */
export function integerConstant(value: number | bigint, at: Position = 0, kind = 4): Node<'const'> {
  return {
    k: 'const',
    at,
    rank: 0,
    type: kind === 4 ? INTEGER : { base: 'integer', kind },
    value: BigInt(value),
  };
}

/** The value of an integer constant, or undefined if the expression is not one. */
export function maybeInteger(e: MaybeTyped): number | undefined {
  return e?.k === 'const' && typeof e.value === 'bigint' ? Number(e.value) : undefined;
}

/** The constant length of a character type in bytes, or undefined if it is not constant. */
export function constantLength(type: Type): number | undefined {
  return typeof type.length === 'object' ? maybeInteger(type.length) : undefined;
}

/** The constant shape that results from these bounds; undefined if a bound is not constant. */
export function constantShape(dims: readonly Dimension[]): number[] | undefined {
  const shape: number[] = [];
  for (const { low, high } of dims) {
    const a = maybeInteger(low);
    const b = maybeInteger(high);
    if (a === undefined || b === undefined) return undefined;
    shape.push(Math.max(0, b - a + 1));
  }
  return shape;
}

/**
 * An array whose elements all equal a constant; undefined if the value is not constant or if the array would be large.
 */
export function spreadConstant(value: Typed, shape: number[]): MaybeTyped {
  const size = shape.reduce((a, b) => a * b, 1);
  if (value.k !== 'const' || size > 100_000) return undefined;
  return {
    k: 'const-array',
    at: value.at,
    type: value.type,
    rank: shape.length,
    shape,
    items: new Array(size).fill(value),
  };
}
