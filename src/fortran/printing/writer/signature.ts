// Passing of a procedure's arguments and results in C: modes, parameter types and prototypes.

import { crossesToC, crossingOf } from '../../analysis/calls/c-descriptors.ts';
import { type PassMode, passMode, type ResultMode, resultMode } from '../../analysis/calls/pass-mode.ts';
import { cType } from '../../program/c/c-text.ts';
import { resultTypeOf, typeOf } from '../../program/declarations/resolve.ts';
import type { Procedure, Sym } from '../../program/symbols/semantics.ts';

/** The C types of parameters that do not depend on the type of the dummy. */
const PARAMETERS: { readonly [M in PassMode]?: string } = {
  descriptor: 'fdesc *',
  cell: 'fstr *',
  any: 'fclass *',
  'any-array': 'fclass *',
};

export function parameterType(dummy: Sym): string {
  const mode = passMode(dummy);
  if (mode === 'procedure') return dummy.pointer ? 'fproc *' : 'fproc';
  const c = cType(typeOf(dummy));
  return PARAMETERS[mode] ?? (mode === 'value' ? c : mode === 'pointer' ? `${c} **` : `${c} *`);
}

/** True if a dummy's length is passed after the other arguments. */
export function hasHiddenLength(procedure: Procedure, dummy: Sym): boolean {
  // C does not pass lengths; for characters of any length, the descriptor contains the length.
  if (procedure.bindC) return isOfAnyLength(dummy);
  const mode = passMode(dummy);
  return mode === 'characters' || (mode === 'array' && typeOf(dummy).base === 'character');
}

function isOfAnyLength(dummy: Sym): boolean {
  const mode = passMode(dummy);
  return (mode === 'characters' || mode === 'array') && crossingOf(dummy) === 'descriptor';
}

/** The C types of the result and parameters, as in the definition. */
function signature(procedure: Procedure): { result: string; parameters: string[] } {
  const mode = resultMode(procedure);
  const dummies = procedure.dummies.filter((dummy) => dummy !== undefined);
  const lengths = dummies.filter((dummy) => hasHiddenLength(procedure, dummy)).map(() => 'int32_t');
  const parameters = [...(RESULT_PARAMETERS[mode] ?? []), ...dummies.map(parameterType), ...lengths];
  return { result: resultType(procedure, mode), parameters };
}

/** The C types of the result and parameters in the signature that C sees. */
export function cSignature(procedure: Procedure): { result: string; parameters: string[] } {
  if (!crossesToC(procedure)) return signature(procedure);
  const { result } = signature(procedure);
  const parameters = procedure.dummies
    .filter((dummy) => dummy !== undefined)
    .map((dummy) => {
      const crossing = crossingOf(dummy);
      return crossing === 'descriptor' ? 'CFI_cdesc_t *' : crossing ? 'void *' : parameterType(dummy);
    });
  return { result, parameters };
}

const RESULT_PARAMETERS: { readonly [M in ResultMode]?: readonly string[] } = {
  characters: ['char *', 'int32_t'],
  cell: ['fstr *'],
  descriptor: ['fdesc *'],
  any: ['fclass *'],
};

function resultType(procedure: Procedure, mode: ResultMode): string {
  if (mode === 'value') return cType(resultTypeOf(procedure)!);
  if (mode === 'pointer') return `${cType(resultTypeOf(procedure)!)} *`;
  return procedure.alternateReturns ? 'int32_t' : 'void';
}

const prototypeOf = (s: { result: string; parameters: string[] }, name: string): string =>
  `${s.result} ${name}(${s.parameters.join(', ') || 'void'})`;

/** `result name(parameters)` */
export function prototypeText(procedure: Procedure, name: string): string {
  return prototypeOf(signature(procedure), name);
}

/** The prototype of a procedure that is called or defined in C. */
export function cPrototypeText(procedure: Procedure, name: string): string {
  return prototypeOf(cSignature(procedure), name);
}
