// Passing of a procedure's arguments and results in C: modes, parameter types, prototypes.

import { crossesToC, crossingOf } from '../../analysis/calls/c-descriptors.ts';
import { passMode, type ResultMode, resultMode } from '../../analysis/calls/pass-mode.ts';
import { cType } from '../../program/c/c-types.ts';
import { resultTypeOf, typeOf } from '../../program/declarations/resolve.ts';
import type { Procedure, Sym } from '../../program/symbols/semantics.ts';

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

/** True if a dummy's length is passed after the other arguments. */
export function hasHiddenLength(procedure: Procedure, dummy: Sym): boolean {
  // C passes no lengths; for characters of any length, the descriptor contains the length.
  if (procedure.bindC) return isOfAnyLength(dummy);
  const mode = passMode(dummy);
  return mode === 'characters' || (mode === 'array' && typeOf(dummy).base === 'character');
}

function isOfAnyLength(dummy: Sym): boolean {
  const mode = passMode(dummy);
  return (mode === 'characters' || mode === 'array') && crossingOf(dummy) === 'descriptor';
}

/** C types of the result and parameters, as in the definition. */
function signature(procedure: Procedure): { result: string; parameters: string[] } {
  const mode = resultMode(procedure);
  const parameters: string[] = resultParameters(mode);
  for (const dummy of procedure.dummies) if (dummy) parameters.push(parameterType(dummy));
  for (const dummy of procedure.dummies)
    if (dummy && hasHiddenLength(procedure, dummy)) parameters.push('int32_t');
  return { result: resultType(procedure, mode), parameters };
}

/** C types of the result and parameters in the signature that C uses. */
export function cSignature(procedure: Procedure): { result: string; parameters: string[] } {
  if (!crossesToC(procedure)) return signature(procedure);
  const { result } = signature(procedure);
  const parameters: string[] = [];
  for (const dummy of procedure.dummies) {
    if (!dummy) continue;
    const crossing = crossingOf(dummy);
    parameters.push(crossing === 'descriptor' ? 'CFI_cdesc_t *' : crossing ? 'void *' : parameterType(dummy));
  }
  return { result, parameters };
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

/** Prototype of a procedure that C calls or defines. */
export function cPrototypeText(procedure: Procedure, name: string): string {
  const s = cSignature(procedure);
  return `${s.result} ${name}(${s.parameters.join(', ') || 'void'})`;
}
