// Arguments of a BIND(C) procedure that C receives in a descriptor (ISO/IEC 1539-1:2018, 18.3.6). Allocatable
// variables, pointers, assumed-shape and assumed-rank arrays, and characters of assumed or deferred length are
// `CFI_cdesc_t *` in C. A scalar of assumed type is a plain address for C.

import { isAssumedRank, typeOf } from '../../program/declarations/resolve.ts';
import type { Procedure, Sym } from '../../program/symbols/semantics.ts';
import { passMode } from './pass-mode.ts';
import { isProcedureDummy } from './procedure-dummies.ts';

export type Crossing = 'descriptor' | 'address';

/**
 * Form in which C receives a dummy argument of a BIND(C) procedure, if Fortran passes the argument differently;
 * otherwise undefined.
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
