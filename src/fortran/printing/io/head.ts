// Prints the facts about an input or output statement that are known before the program runs, and C code for the values
// in the statement's parentheses.

import type { CharactersC } from '../../program/c/c-text.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import type { TypedIo } from '../../program/walking/typed-io.ts';
import { characterPlace } from '../designators/designator.ts';
import type { Emitter } from '../writer/emitter.ts';
import { chars, scalar } from '../writer/expressions.ts';

/** C constants in a table that is read by the run-time library. */
export interface Head {
  unit: string;
  writing: boolean;
  form: 'F_FORMATTED' | 'F_LIST' | 'F_UNFORMATTED' | 'F_MEASURE';
  format: CharactersC;
  handled: string[];
}

/** Prints where to store the message for IOMSG=. */
export function setMessage(em: Emitter, { specifiers }: TypedIo): void {
  const iomsg = specifiers.get('iomsg');
  if (!iomsg) return;
  const m = characterPlace(em, iomsg);
  em.line(`IO.message = ${m.p}; IO.message_length = ${m.n};`);
}

/** C expressions for the address and length of a specifier's characters. */
export function textOf(em: Emitter, { specifiers }: TypedIo, keyword: string): string {
  const value = specifiers.get(keyword);
  if (!value) return '0, 0';
  const { p, n } = chars(em, value);
  return `${p}, ${n}`;
}

/** C expression for a unit number. A number that is out of range is an error, except in INQUIRE. */
export function unitNumber(em: Emitter, value: Typed, verb: TypedIo['verb']): string {
  if (value.type.kind <= 4) return scalar(em, value);
  return verb === 'inquire' ? `f_asked_unit(${scalar(em, value)})` : `f_unit(&IO, ${scalar(em, value)})`;
}
