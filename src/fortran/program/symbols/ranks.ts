// Limits on array dimensions, and the space for dimensions in the descriptors of a program.
import { type Position, refuse } from '../../source/diagnostics.ts';
import type { Program } from './semantics.ts';

/**
 * The maximum rank of an array, and the maximum sum of rank and corank (ISO/IEC 1539-1:2018, 8.5.8.1 and 8.5.6.1).
 */
export const MAX_RANK = 15;
/** The maximum rank in descriptors, unless the program has an array that needs more. */
const USUAL_RANK = 7;

/**
 * Throws if no array can have this rank; otherwise records the rank for which the program's descriptors must have
 * space.
 */
export function checkRank(program: Program, rank: number, at: Position): void {
  if (rank > MAX_RANK) refuse(at, `Arrays cannot have rank ${rank}: the highest rank is ${MAX_RANK}.`);
  if (rank > USUAL_RANK) program.hasLongDescriptors = true;
}

/** Message about an object whose rank and corank together exceed `MAX_RANK`. */
export function tooManyRanks(name: string, ranks: number): string {
  return `The rank and the corank of "${name}" add up to ${ranks}; the maximum is ${MAX_RANK}.`;
}
