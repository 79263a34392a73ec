// Arguments that a BIND(C) procedure receives from C in a descriptor (ISO/IEC 1539-1:2018, 18.3.6). In C, allocatable
// variables, pointers, assumed-shape and assumed-rank arrays, and characters of assumed or deferred length are all
// `CFI_cdesc_t *`. A scalar of assumed type is a plain address in C.

import { isAssumedRank, typeOf } from '../../program/declarations/resolve.ts';
import type { Procedure, Sym } from '../../program/symbols/semantics.ts';
import { passMode } from './pass-mode.ts';
import { isProcedureDummy } from './procedure-node.ts';

export type Crossing = 'descriptor' | 'address';

/**
 * The form in which C passes a dummy argument of a BIND(C) procedure, or undefined if Fortran passes it the same way.
 */
export function crossingOf(dummy: Sym): Crossing | undefined {
  if (isProcedureDummy(dummy)) return undefined;
  const mode = passMode(dummy);
  if (mode === 'any') return 'address';
  const isOpen = typeOf(dummy).base === 'character' && typeOf(dummy).length === '*';
  if (mode === 'characters' || mode === 'array') return isOpen ? 'descriptor' : undefined;
  return /^(descriptor|cell|pointer)$/.test(mode) || isAssumedRank(dummy) ? 'descriptor' : undefined;
}

/** True if C and Fortran pass a procedure's arguments differently. */
export function crossesToC(procedure: Procedure): boolean {
  if (!procedure.bindC || procedure.implicitInterface) return false;
  return procedure.dummies.some((dummy) => dummy && crossingOf(dummy) !== undefined);
}
