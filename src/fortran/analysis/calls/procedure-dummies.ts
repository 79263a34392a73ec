// Dummy arguments that are procedures.

import type { Sym } from '../../program/symbols/semantics.ts';

export function isProcedureDummy(dummy: Sym): boolean {
  if (dummy.k !== 'unknown') return dummy.k === 'procedure';
  const { declared, dimensions } = dummy.written;
  return dummy.dummy && !declared && !dimensions && dummy.has('external');
}
