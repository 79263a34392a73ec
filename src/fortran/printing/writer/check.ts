// Checks that -fcheck= adds to the program: conforming shapes and the sizes of intrinsic arguments. The library
// functions report errors in gfortran's wording, preceded by the line and the file.

import { rootSymbol } from '../../program/symbols/designator.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import { fileOf, lineOf, type Position } from '../../source/diagnostics.ts';
import type { Emitter } from './emitter.ts';

/** Number of bits for the line in a location number; the higher bits hold the index of the source. */
const LINE_BITS = 20;
const LAST_FILE = 2047;

/** The number that identifies a source line in the library's messages. */
export function placeOf(at: Position): string {
  const file = fileOf(at);
  return String((file > LAST_FILE ? 0 : file) * 2 ** LINE_BITS + (lineOf(at) % 2 ** LINE_BITS));
}

/** The names of the sources that location numbers refer to. */
export function printSourceNames(files: readonly string[]): string {
  const names = files.slice(0, LAST_FILE + 1).map((name) => JSON.stringify(name));
  return `const char *const f_source_names[] = {${names.join(', ') || '""'}};`;
}

/** An array in an expression, with its extents as C text. */
interface Operand {
  e: Typed;
  shape: readonly string[];
}

/** Prints a check that an array has the same extents as another array. */
export function checkConformance(
  em: Emitter,
  array: Operand,
  with_: readonly string[],
  at: Position,
  guard = '',
): void {
  if (!em.program.options.checkBounds) return;
  const name = rootSymbol(array.e)?.name;
  array.shape.forEach((n, i) => {
    const wanted = with_[i];
    if (wanted === undefined || wanted === n) return;
    em.line(`${guard}f_check_shape(${n}, ${wanted}, ${i + 1}, ${name ? `"${name}"` : '0'}, ${placeOf(at)});`);
  });
}

/**
 * Prints a check that an intrinsic argument has the expected extent; `what` identifies the argument and the
 * intrinsic, as in `argument B in MATMUL`.
 */
export function checkExtents(
  em: Emitter,
  what: string,
  given: readonly string[],
  wanted: readonly string[],
  at: Position,
): void {
  if (em.program.options.checkBounds) printExtentCheck(em, what, given, wanted, at);
}

/** Prints the check of an intrinsic argument's extent even if the options do not request it. */
export function printExtentCheck(
  em: Emitter,
  what: string,
  given: readonly string[],
  wanted: readonly string[],
  at: Position,
): void {
  given.forEach((n, i) => {
    if (n !== wanted[i] && wanted[i] !== undefined)
      em.line(`f_check_extent(${n}, ${wanted[i]}, ${i + 1}, "${what}", ${placeOf(at)});`);
  });
}

/** Prints a check that an intrinsic argument has at least the given number of elements. */
export function checkSize(em: Emitter, what: string, given: string, wanted: string, at: Position): void {
  if (em.program.options.checkBounds)
    em.line(`f_check_size(${given}, ${wanted}, "${what}", ${placeOf(at)});`);
}
