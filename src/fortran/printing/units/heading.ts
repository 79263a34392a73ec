// C around a procedure's body, with or without ENTRY.

import { resultMode } from '../../analysis/calls/pass-mode.ts';
import { typeOf } from '../../program/declarations/resolve.ts';
import type { Procedure, Sym } from '../../program/symbols/semantics.ts';
import { parameterName } from '../declarations/dummy.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { hasHiddenLength, parameterType, prototypeText } from '../writer/signature.ts';

/** The C parameters of a procedure with these dummies: address of the result, arguments, lengths. */
export function parameterList(em: Emitter, procedure: Procedure, dummies: readonly Sym[]): string[] {
  const mode = resultMode(procedure);
  const list: string[] = [];
  if (mode === 'characters') list.push('char *RESULT_', 'int32_t RESULT_N');
  else if (mode === 'cell') list.push('fstr *RESULT_');
  else if (mode === 'descriptor') list.push('fdesc *RESULT_');
  else if (mode === 'any') list.push('fclass *RESULT_');
  for (const d of dummies) list.push(`${parameterType(d)} ${parameterName(em, d)}`);
  for (const d of dummies)
    if (hasHiddenLength(procedure, d))
      list.push(`int32_t ${parameterName(em, d)}_N${hasOwnLength(d) ? 'X' : ''}`);
  return list;
}

/** True if a dummy has its own length instead of the length that the caller passes. */
export function hasOwnLength(dummy: Sym): boolean {
  return typeOf(dummy).length !== '*';
}

/** Returns `static` for functions that no other file can call. */
export function linkage(procedure: Procedure): string {
  return procedure.place === 'external' || procedure.bindC ? '' : 'static ';
}

/** Prints the check that a procedure without RECURSIVE is not already active. */
export function guardRecursion(em: Emitter, procedure: Procedure): void {
  if (!em.program.options.checkRecursion || procedure.recursive) return;
  const name = em.printer.fresh('ACTIVE');
  em.printer.keep(`static int32_t ${name}`);
  em.line(`if (${name}) f_recursion_fault("${procedure.name}", ${placeOf(procedure.at)}); ${name} = 1;`);
  em.cleanups.push(`${name} = 0;`);
}

/** The C type of the result. */
export function resultTypeText(procedure: Procedure): string {
  const text = prototypeText(procedure, '@');
  return text.slice(0, text.indexOf(' @'));
}
