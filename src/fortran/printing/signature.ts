// How arguments and results of a procedure travel in C: modes, types of parameters, prototypes.

import { isProcedureDummy } from '../analysis/match-arguments.ts';
import { cType } from '../program/c-types.ts';
import {
  dimensionsOf,
  isAssumedRank,
  rankOf,
  resultTypeOf,
  shapeKindOf,
  typeOf,
} from '../program/resolve.ts';
import { constantLength, type Procedure, type Sym } from '../program/semantics.ts';

export type PassMode =
  | 'value'
  | 'reference'
  | 'array'
  | 'descriptor'
  | 'characters'
  | 'cell'
  | 'pointer'
  | 'any'
  | 'any-array'
  | 'procedure';
export type ResultMode = 'none' | 'value' | 'pointer' | 'characters' | 'cell' | 'descriptor' | 'any';

/** Whether the value itself is handed over: one that may be absent is a copy behind a pointer. */
export function travelsByValue(dummy: Sym): boolean {
  return dummy.has('value') && !dummy.optional;
}

/** How a dummy argument travels. */
export function passMode(dummy: Sym): PassMode {
  if (isProcedureDummy(dummy)) return 'procedure';
  const type = typeOf(dummy);
  dimensionsOf(dummy);
  if (isAssumedRank(dummy)) return 'descriptor';
  if (rankOf(dummy) > 0) {
    const shape = shapeKindOf(dummy);
    if (shape !== 'explicit' && shape !== 'assumed-size') return 'descriptor';
    // C gets an address; Fortran also needs to know what lies there.
    return type.base === 'class-star' && !dummy.scope.procedure?.bindC ? 'any-array' : 'array';
  }
  if (type.base === 'class-star') return 'any';
  const held = dummy.allocatable || dummy.pointer;
  if (type.base === 'character')
    return held ? 'cell' : travelsByValue(dummy) && constantLength(type) === 1 ? 'value' : 'characters';
  if (held) return 'pointer';
  return travelsByValue(dummy) ? 'value' : 'reference';
}

/** How a result travels. */
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

/** The C type of a parameter. */
export function parameterType(dummy: Sym): string {
  const mode = passMode(dummy);
  const c = mode === 'procedure' ? '' : cType(typeOf(dummy));
  switch (mode) {
    case 'procedure':
      return dummy.pointer ? 'fproc *' : 'fproc';
    case 'value':
      return c;
    case 'descriptor':
      return 'fdesc *';
    case 'cell':
      return 'fstr *';
    case 'any':
    case 'any-array':
      return 'fclass *';
    case 'pointer':
      return `${c} **`;
    default:
      return `${c} *`;
  }
}

/** Whether the length of a dummy travels behind the other arguments. */
export function hasHiddenLength(procedure: Procedure, dummy: Sym): boolean {
  if (procedure.bindC) return false;
  const mode = passMode(dummy);
  return mode === 'characters' || (mode === 'array' && typeOf(dummy).base === 'character');
}

/** C types of result and parameters, as the definition has them. */
export function signature(procedure: Procedure): { result: string; parameters: string[] } {
  const mode = resultMode(procedure);
  const parameters: string[] = resultParameters(mode);
  for (const dummy of procedure.dummies) if (dummy) parameters.push(parameterType(dummy));
  for (const dummy of procedure.dummies)
    if (dummy && hasHiddenLength(procedure, dummy)) parameters.push('int32_t');
  return { result: resultType(procedure, mode), parameters };
}

function resultParameters(mode: ResultMode): string[] {
  if (mode === 'characters') return ['char *', 'int32_t'];
  if (mode === 'cell') return ['fstr *'];
  if (mode === 'descriptor') return ['fdesc *'];
  return mode === 'any' ? ['fclass *'] : [];
}

function resultType(procedure: Procedure, mode: ResultMode): string {
  if (mode === 'value') return cType(resultTypeOf(procedure)!);
  if (mode === 'pointer') return `${cType(resultTypeOf(procedure)!)} *`;
  return procedure.alternateReturns ? 'int32_t' : 'void';
}

/** `result name(parameters)` */
export function prototypeText(procedure: Procedure, name: string): string {
  const s = signature(procedure);
  return `${s.result} ${name}(${s.parameters.join(', ') || 'void'})`;
}
