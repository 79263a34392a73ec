// Kinds of types, shapes and names.
import { type Position, refuse } from '../../source/diagnostics.ts';

/**
 * The kinds of each intrinsic type: the number of bytes in a value, in one part of a complex number, or in a character.
 */
export const KINDS = {
  integer: [1, 2, 4, 8, 16],
  unsigned: [1, 2, 4, 8, 16],
  real: [4, 8, 16],
  complex: [4, 8, 16],
  logical: [1, 2, 4, 8],
  character: [1, 4],
} as const;

/** An intrinsic type's kind with this number; throws if the type has no such kind. */
export function kindOf(base: keyof typeof KINDS, asked: number, at: Position): number {
  // Kind 10 in other compilers corresponds to the widest real in Haze.
  const kind = asked === 10 && /^(real|complex|logical)$/.test(base) ? 16 : asked;
  const kinds: readonly number[] = KINDS[base];
  if (kinds.includes(kind)) return kind;
  refuse(at, `${base.toUpperCase()} has no kind ${kind}; its kinds are ${kinds.join(', ')}.`);
}

export type Base =
  | 'integer'
  | 'unsigned'
  | 'real'
  | 'complex'
  | 'logical'
  | 'character'
  | 'derived'
  | 'class'
  | 'class-star'
  | 'boz'
  | 'hollerith'
  | 'procedure'
  | 'void';

export type ShapeKind =
  | 'explicit'
  | 'assumed-shape'
  | 'deferred'
  | 'assumed-size'
  | 'assumed-rank'
  | 'implied';
