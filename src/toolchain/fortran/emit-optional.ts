// Optional dummies as arguments of intrinsic functions that may do without: DIM=, MASK=, BOUNDARY=, and MAX of characters.
import { nameOf } from './emit-storage.ts';
import type { Emitter } from './emitter.ts';
import type { Typed } from './semantics.ts';

/** C that is true while an optional dummy is absent; undefined for what is always there. */
export function maybeAbsence(em: Emitter, e: Typed): string | undefined {
  if (e.k === 'convert' || e.k === 'paren') return maybeAbsence(em, e.operand);
  if (e.k !== 'variable' || !e.sym.dummy || !e.sym.optional || e.sym.has('value')) return undefined;
  return `!${nameOf(em, e.sym)}`;
}

/** C of a scalar that has another value while it is absent. */
export function scalarOr(em: Emitter, e: Typed, c: string, otherwise: string): string {
  const absent = maybeAbsence(em, e);
  return absent === undefined ? c : `(${absent} ? ${otherwise} : ${c})`;
}
