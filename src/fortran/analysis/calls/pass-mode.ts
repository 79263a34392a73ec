// Ways to pass a procedure's arguments and results: by value, by reference or in a descriptor.

import { constantLength } from '../../program/constants/constants.ts';
import {
  dimensionsOf,
  isAssumedRank,
  rankOf,
  resultTypeOf,
  shapeKindOf,
  typeOf,
} from '../../program/declarations/resolve.ts';
import { needsCopy } from '../../program/symbols/needs-copy.ts';
import type { CallTarget, Procedure, Sym, Type } from '../../program/symbols/semantics.ts';
import { isProcedureDummy } from './procedure-node.ts';

type DataMode = 'value' | 'pointer' | 'characters' | 'cell' | 'descriptor' | 'any';
export type PassMode = DataMode | 'reference' | 'array' | 'any-array' | 'procedure';
export type ResultMode = DataMode | 'none';

/** True if the value itself is passed. An optional value and a copy made by the caller are passed as pointers. */
export function travelsByValue(dummy: Sym): boolean {
  return dummy.has('value') && !dummy.optional && !isOwnCopy(typeOf(dummy));
}

/**
 * True if the caller makes the copy for a VALUE dummy, as it does for an array, a polymorphic object or an object that
 * owns memory.
 */
export function isCopiedByCaller(dummy: Sym): boolean {
  return dummy.has('value') && (rankOf(dummy) > 0 || isOwnCopy(typeOf(dummy)));
}

function isOwnCopy({ base, derived }: Type): boolean {
  return /^class/.test(base) || (derived !== undefined && needsCopy(derived));
}

/** The way in which a dummy argument is passed. */
export function passMode(dummy: Sym): PassMode {
  if (isProcedureDummy(dummy)) return 'procedure';
  const type = typeOf(dummy);
  dimensionsOf(dummy);
  if (isAssumedRank(dummy)) return 'descriptor';
  if (rankOf(dummy) > 0) {
    const shape = shapeKindOf(dummy);
    if (shape !== 'explicit' && shape !== 'assumed-size') return 'descriptor';
    // C receives an address; Fortran also needs the type of the object at that address.
    return type.base === 'class-star' && !dummy.scope.procedure?.bindC ? 'any-array' : 'array';
  }
  if (type.base === 'class-star') return 'any';
  const held = dummy.allocatable || dummy.pointer;
  if (type.base === 'character')
    return held ? 'cell' : travelsByValue(dummy) && constantLength(type) === 1 ? 'value' : 'characters';
  if (held) return 'pointer';
  return travelsByValue(dummy) ? 'value' : 'reference';
}

/** The way in which a result is passed. */
export function resultMode(procedure: Procedure): ResultMode {
  if (!procedure.isFunction) return 'none';
  const { result } = procedure;
  const type = resultTypeOf(procedure);
  if (!type) return 'none';
  if (!result) return type.base === 'character' ? 'characters' : 'value';
  if (type.base === 'procedure') return 'value';
  if (rankOf(result) > 0) return 'descriptor';
  const held = result.allocatable || result.pointer;
  if (type.base === 'class-star') return 'any';
  if (type.base === 'character') {
    if (held) return 'cell';
    if (procedure.bindC && constantLength(type) === 1) return 'value';
    return type.length === '*' || constantLength(type) !== undefined ? 'characters' : 'cell';
  }
  return held ? 'pointer' : 'value';
}

/** The symbol in the caller that declares the called function's type, if there is one. */
export function declaringSymbol(target: CallTarget): Sym | undefined {
  const dummy = target.k === 'pointer' && target.procedure.implicitInterface ? target.pointer : undefined;
  const symbol = target.k === 'direct' ? target.sym : dummy?.k === 'variable' ? dummy.sym : undefined;
  return symbol?.written.type || symbol?.resolved.type ? symbol : undefined;
}
