// Checks that -fcheck= puts into the program: shapes that must conform, sizes of intrinsics' arguments. The library's
// functions report faults in gfortran's words, after the line and the file.

import { rootSymbol } from '../../program/symbols/designator.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import { fileOf, lineOf, type Position } from '../../source/diagnostics.ts';
import type { Emitter } from './emitter.ts';

/** Bits of the line in the number of a place; the index of the source is above them. */
const LINE_BITS = 20;
const LAST_FILE = 2047;

/** The number by which the library's messages name a line of a source. */
export function placeOf(at: Position): string {
  const file = fileOf(at);
  return String((file > LAST_FILE ? 0 : file) * 2 ** LINE_BITS + (lineOf(at) % 2 ** LINE_BITS));
}

/** The names of the sources, for the places. */
export function printSourceNames(files: readonly string[]): string {
  const names = files.slice(0, LAST_FILE + 1).map((name) => JSON.stringify(name));
  return `const char *const f_source_names[] = {${names.join(', ') || '""'}};`;
}

/** An array that is part of an expression, with its extents as C text. */
interface Operand {
  e: Typed;
  shape: readonly string[];
}

/** Prints the check that an array has the extents of another. */
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
 * Prints the check that an argument of an intrinsic has an extent; `what` names both, such as `argument B in MATMUL`.
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

/** The same with any options. */
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

/** Prints the check that an argument of an intrinsic has at least as many elements. */
export function checkSize(em: Emitter, what: string, given: string, wanted: string, at: Position): void {
  if (em.program.options.checkBounds)
    em.line(`f_check_size(${given}, ${wanted}, "${what}", ${placeOf(at)});`);
}
