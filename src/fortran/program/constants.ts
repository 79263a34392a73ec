// Types that much is made of, and constants as expressions.
import type { Position } from '../source/diagnostics.ts';
import type { Type, Typed } from './semantics.ts';

export const INTEGER: Type = { base: 'integer', kind: 4 };

export const INTEGER8: Type = { base: 'integer', kind: 8 };

export const REAL: Type = { base: 'real', kind: 4 };

export const DOUBLE: Type = { base: 'real', kind: 8 };

export const LOGICAL: Type = { base: 'logical', kind: 4 };

export const VOID: Type = { base: 'void', kind: 0 };

/** The node of an intrinsic function whose arguments are in order; a scalar unless a rank is given. */
export function intrinsicNode(
  name: string,
  args: (Typed | undefined)[],
  { at, type, rank = 0 }: { at: Position; type: Type; rank?: number },
): Typed {
  return { k: 'intrinsic', name, at, type, rank, arguments: args };
}

/** An integer constant of default kind. */
export function integerConstant(value: number | bigint, at: Position = 0, kind = 4): Typed & { k: 'const' } {
  return {
    k: 'const',
    at,
    rank: 0,
    type: kind === 4 ? INTEGER : { base: 'integer', kind },
    value: BigInt(value),
  };
}

/** The number of an integer constant, or undefined. */
export function maybeInteger(e: Typed | undefined): number | undefined {
  return e?.k === 'const' && typeof e.value === 'bigint' ? Number(e.value) : undefined;
}

/** The constant length of a character type in bytes, or undefined. */
export function constantLength(type: Type): number | undefined {
  return typeof type.length === 'object' ? maybeInteger(type.length) : undefined;
}
