// Prints the C code around a procedure's body, with or without ENTRY.

import { type ResultMode, resultMode } from '../../analysis/calls/pass-mode.ts';
import { typeOf } from '../../program/declarations/resolve.ts';
import type { Procedure, Sym } from '../../program/symbols/semantics.ts';
import { parameterName } from '../declarations/dummy.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { hasHiddenLength, parameterType, prototypeText } from '../writer/signature.ts';

/** The C parameters of a procedure with these dummies: the address of the result, the arguments and the lengths. */
export function parameterList(em: Emitter, procedure: Procedure, dummies: readonly Sym[]): string[] {
  const place = RESULT_PLACES[resultMode(procedure)] ?? [];
  const arguments_ = dummies.map((d) => `${parameterType(d)} ${parameterName(em, d)}`);
  return [...place, ...arguments_, ...lengthParameters(em, procedure, dummies)];
}

const RESULT_PLACES: { readonly [M in ResultMode]?: readonly string[] } = {
  characters: ['char *RESULT_', 'int32_t RESULT_N'],
  cell: ['fstr *RESULT_'],
  descriptor: ['fdesc *RESULT_'],
  any: ['fclass *RESULT_'],
};

/** The C parameters for the lengths of dummies, which come after all other parameters. */
export function lengthParameters(em: Emitter, procedure: Procedure, dummies: readonly Sym[]): string[] {
  return dummies.filter((d) => hasHiddenLength(procedure, d)).map((d) => `int32_t ${lengthName(em, d)}`);
}

/** The C name of the length that is passed along with a dummy. */
export function lengthName(em: Emitter, dummy: Sym): string {
  return `${parameterName(em, dummy)}_N${typeOf(dummy).length !== '*' ? 'X' : ''}`;
}

/** Returns `static` if a function is called only from its own file. */
export function linkage(procedure: Procedure): string {
  return procedure.place === 'external' || procedure.bindC ? '' : 'static ';
}

/** Prints a check that a non-RECURSIVE procedure is not already active. */
export function guardRecursion(em: Emitter, procedure: Procedure): void {
  if (!em.program.options.checkRecursion || procedure.recursive) return;
  const name = em.printer.fresh('ACTIVE');
  em.printer.keep(`static int32_t ${name}`);
  em.line(`if (${name}) f_recursion_fault("${procedure.name}", ${placeOf(procedure.at)}); ${name} = 1;`);
  em.cleanups.push(`${name} = 0;`);
}

export function resultTypeText(procedure: Procedure): string {
  const text = prototypeText(procedure, '@');
  return text.slice(0, text.indexOf(' @'));
}
