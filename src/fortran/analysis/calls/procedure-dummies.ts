// Dummy arguments that are procedures.

import type { Sym } from '../../program/symbols/semantics.ts';

/** True for a dummy procedure. */
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
