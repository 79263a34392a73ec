// Arguments of a procedure with BIND(C) that C receives in a descriptor (ISO/IEC 1539-1:2018, 18.3.6): C sees
// allocatable variables, pointers, arrays of assumed shape or rank, and characters of assumed or deferred length as
// `CFI_cdesc_t *`. A scalar of assumed type is a plain address for C.

import { isAssumedRank, typeOf } from '../../program/declarations/resolve.ts';
import type { Procedure, Sym } from '../../program/symbols/semantics.ts';
import { passMode } from './pass-mode.ts';
import { isProcedureDummy } from './procedure-dummies.ts';

export type Crossing = 'descriptor' | 'address';

/**
 * Form in which C sees a dummy argument of a procedure with BIND(C), when Fortran passes it otherwise; else undefined.
 */
export function crossingOf(dummy: Sym): Crossing | undefined {
  if (isProcedureDummy(dummy)) return undefined;
  const mode = passMode(dummy);
  switch (mode) {
    case 'any':
      return 'address';
    case 'descriptor':
    case 'cell':
    case 'pointer':
      return 'descriptor';
    case 'characters':
    case 'array':
      return typeOf(dummy).base === 'character' && typeOf(dummy).length === '*' ? 'descriptor' : undefined;
    default:
      return isAssumedRank(dummy) ? 'descriptor' : undefined;
  }
}

/** True when arguments of a procedure look different to C than to Fortran. */
export function crossesToC(procedure: Procedure): boolean {
  if (!procedure.bindC || procedure.implicitInterface) return false;
  return procedure.dummies.some((dummy) => dummy && crossingOf(dummy) !== undefined);
}
