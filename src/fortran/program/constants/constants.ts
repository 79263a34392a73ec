// Common types, their lengths and descriptions for messages; constants as expressions. Types store lengths in bytes;
// character constants are the bytes that programs store.

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
  {
    at,
    type,
    rank = 0,
    wraps = false,
  }: { at: Position; type: Type; rank?: number; wraps?: boolean | undefined },
): Typed {
  return { k: 'intrinsic', name, at, type, rank, arguments: args, ...(wraps && { wraps }) };
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
  const value = maybeExactInteger(e);
  return value === undefined ? undefined : Number(value);
}

/** The value of an integer constant, without rounding. */
export function maybeExactInteger(e: MaybeTyped): bigint | undefined {
  return e?.k === 'const' && typeof e.value === 'bigint' ? e.value : undefined;
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

/** The constant length of a character type, counted in characters; undefined if it is not constant. */
export function constantCharacters(type: Type): number | undefined {
  const bytes = constantLength(type);
  return bytes === undefined ? undefined : bytes / type.kind;
}

export function stringConstant(value: string, at: Position): Node<'const'> {
  return {
    k: 'const',
    at,
    rank: 0,
    type: { base: 'character', kind: 1, length: integerConstant(byteLength(value), at) },
    value,
  };
}

/** The length of a character value, in bytes of UTF-8. */
export function byteLength(text: string): number {
  let n = 0;
  for (const ch of text) {
    const code = ch.codePointAt(0)!;
    n += isByte(code) ? 1 : code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return n;
}

/** Characters U+F700 to U+F7FF represent single bytes that are not text, such as the result of CHAR(200). */
export function isByte(code: number): boolean {
  return code >= 0xf700 && code <= 0xf7ff;
}

// The name includes the values of the kind parameters, because each combination of kinds defines a different type.
function nameOf({ derived }: Type): string {
  if (!derived) return '?';
  const kinds = [...(derived.instance?.kinds.values() ?? [])].map(maybeInteger);
  return kinds.length > 0 ? `${derived.name}(${kinds.join(', ')})` : derived.name;
}

function describeCharacter(type: Type): string {
  const length = constantCharacters(type);
  if (type.kind !== 1) return `CHARACTER(${length === undefined ? '' : `${length}, `}KIND=${type.kind})`;
  return length === undefined ? 'CHARACTER' : `CHARACTER(${length})`;
}

const DESCRIPTIONS: Partial<Record<Type['base'], (type: Type) => string>> = {
  derived: (type) => `TYPE(${nameOf(type)})`,
  class: (type) => `CLASS(${nameOf(type)})`,
  'class-star': () => 'CLASS(*)',
  character: describeCharacter,
  boz: () => 'BOZ constant',
  hollerith: () => 'Hollerith constant',
  procedure: () => 'PROCEDURE',
  void: () => 'no value',
};

/** A type as programmers write it: `REAL(8)`, `TYPE(point)`. */
export function describeType(type: Type): string {
  return DESCRIPTIONS[type.base]?.(type) ?? `${type.base.toUpperCase()}(${type.kind})`;
}
