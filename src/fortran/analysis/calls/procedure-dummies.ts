// Dummy arguments that stand for procedures.

import type { Sym } from '../../program/symbols/symbol.ts';

/** True when a dummy stands for a procedure. */
export function isProcedureDummy(dummy: Sym): boolean {
  if (
    dummy.k === 'unknown' &&
    dummy.dummy &&
    !dummy.written.declared &&
    !dummy.written.dimensions &&
    dummy.has('external')
  )
    return true;
  return dummy.k === 'procedure';
}
