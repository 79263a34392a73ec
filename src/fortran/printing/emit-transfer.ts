// READ, WRITE and PRINT: where the records are, how they are formatted, and the items one after the other.
import { analyse } from '../analysis/analyse-expression.ts';
import { hasVectorSubscript } from '../analysis/check-call.ts';
import { checkFormatValue } from '../analysis/check-io.ts';
import { cType } from '../program/c-types.ts';
import { describeType } from '../program/describe-type.ts';
import { isDesignator } from '../program/designator.ts';
import { maybeInteger, type Typed } from '../program/semantics.ts';
import { FortranError } from '../source/diagnostics.ts';
import { maybeFormatFault } from '../syntax/check-format.ts';
import type { Control } from '../syntax/syntax-tree.ts';
import { stringLiteral } from './c-text.ts';
import type { Transfer } from './emit-defined-io.ts';
import { characterPlace, describe } from './emit-designator.ts';
import { printItem } from './emit-io-item.ts';
import { maybeNamelist, printNamelist } from './emit-namelist.ts';
import { contiguousLayout } from './emit-representation.ts';
import { chars, scalar } from './emit-scalar.ts';
import { layoutOf } from './emit-section.ts';
import type { Emitter } from './emitter.ts';
import {
  type IoStatement,
  integerOf,
  type Specifiers,
  setMessage,
  textOf,
  unitNumber,
} from './io-specifiers.ts';

/** Prints a data transfer statement up to its end. */
export function printTransfer(em: Emitter, s: IoStatement, x: Specifiers): void {
  const reading = s.verb === 'read';
  x.head.writing = !reading;
  const place = transferPlace(em, x, s.verb);
  // What is only known at run time stands between the beginning of the statement and that of the transfer.
  // The unit's number may be a fault itself, with a message.
  const message = em.capture(() => setMessage(em, x));
  const settings = em.capture(() => setModes(em, x));
  const group = maybeNamelist(em, x.values.get('nml') ?? x.values.get('fmt'));
  const format = group ? [] : em.capture(() => setFormat(em, x));
  if (group || message.length + settings.length + format.length > 0 || place.k === 'array') {
    em.line('f_io_start(&IO, &S);');
    for (const line of message) em.line(line);
    if (place.k === 'unit') em.line(`IO.unit = ${place.c};`);
    else if (place.k === 'internal') em.line(`f_internal(&IO, ${place.c});`);
    else if (place.k === 'array') em.line(`f_internal_array(&IO, ${place.c});`);
    for (const line of [...settings, ...format]) em.line(line);
    if (group) {
      printNamelist(em, group, x.at, reading);
      return;
    }
    em.line('f_io_begin(&IO);');
  } else if (place.k === 'unit') em.line(`f_io_transfer_unit(&IO, &S, ${place.c});`);
  else if (place.k === 'internal') em.line(`f_io_transfer_internal(&IO, &S, ${place.c});`);
  else em.line('f_io_transfer(&IO, &S);');
  const control = x.values.get('fmt');
  const form = control ? 'formatted' : 'unformatted';
  const to: Transfer = { reading, form, edited: control !== undefined && control.value.k !== 'star' };
  for (const item of s.items) printItem(em, item, to);
}

function setModes(em: Emitter, x: Specifiers): void {
  for (const key of ['rec', 'pos'] as const) {
    if (x.values.has(key)) em.line(`IO.${key} = ${integerOf(em, x, key, '0')}; IO.has_${key} = 1;`);
  }
  if (x.values.has('advance')) em.line(`f_advance(&IO, ${textOf(em, x, 'advance')});`);
  for (const key of ['decimal', 'sign', 'delim', 'blank', 'pad', 'round'] as const) {
    if (x.values.has(key)) em.line(`f_set_mode(&IO, "${key}", ${textOf(em, x, key)});`);
  }
}

/** Where the records are: a unit that the head names, one that the program computes, or characters. */
type Place = { k: 'head' } | { k: 'unit' | 'internal' | 'array'; c: string };

function transferPlace(em: Emitter, x: Specifiers, verb: string): Place {
  const unit = x.values.get('unit');
  if (!unit || unit.value.k === 'star') {
    x.head.unit = verb === 'read' ? '5' : '6';
    return { k: 'head' };
  }
  const value = analyse(em.scope, unit.value);
  if (value.type.base === 'integer') {
    const number = value.type.kind > 4 ? undefined : maybeInteger(value);
    if (number === undefined) return { k: 'unit', c: unitNumber(em, value) };
    x.head.unit = String(number);
    return { k: 'head' };
  }
  if (value.type.base !== 'character')
    throw new FortranError(
      unit.at,
      `A unit is an integer or characters; this is ${describeType(value.type)}.`,
    );
  if (hasVectorSubscript(value))
    throw new FortranError(unit.at, 'An internal file can not be a section by a vector subscript.');
  if (value.rank > 0) return { k: 'array', c: `&${describe(em, layoutOf(em, value), '0')}` };
  const v = isDesignator(value) ? characterPlace(em, value) : chars(em, value);
  return { k: 'internal', c: `${v.p}, ${v.n}` };
}

function setFormat(em: Emitter, x: Specifiers): void {
  const control = x.values.get('fmt');
  if (!control) {
    x.head.form = 'F_UNFORMATTED';
    return;
  }
  const { value } = control;
  if (value.k === 'star') {
    x.head.form = 'F_LIST';
    return;
  }
  if (value.k === 'int') {
    const text = em.formatLabels.get(Number(value.text));
    if (text === undefined)
      throw new FortranError(control.at, `There is no FORMAT with the label ${value.text}.`);
    x.head.format = stringLiteral(text);
    return;
  }
  const format = analyse(em.scope, value);
  if (format.k === 'const' && format.type.base === 'character') {
    const fault = maybeFormatFault(String(format.value), em.program.options.decFormats);
    if (fault)
      throw new FortranError(
        value.k === 'string' ? control.value.at + 1 + fault.offset : control.at,
        fault.message,
      );
    x.head.format = stringLiteral(String(format.value));
    return;
  }
  setVariableFormat(em, format, control);
}

function setVariableFormat(em: Emitter, value: Typed, control: Control): void {
  checkFormatValue(value, control);
  if (value.type.base === 'character' && value.rank === 0) {
    const v = chars(em, value);
    em.line(`IO.format = ${v.p}; IO.format_length = ${v.n};`);
  } else if (value.type.base === 'character' || (value.rank > 0 && !value.type.derived)) {
    const layout = contiguousLayout(em, value);
    const count = layout.dims.map((d) => d.extent).join(' * ');
    const size = value.type.base === 'character' ? layout.length : `(int32_t)sizeof(${cType(value.type)})`;
    em.line(`IO.format = (char *)${layout.pointer}; IO.format_length = ${count} * ${size};`);
  } else if (value.type.base === 'integer') {
    // ASSIGN put the label of a FORMAT into the variable.
    const cases = [...em.formatLabels]
      .filter(([l]) => em.assignedLabels.has(l))
      .map(([label, text]) => {
        const c = stringLiteral(text);
        return `case ${label}: IO.format = ${c.p}; IO.format_length = ${c.n}; break;`;
      });
    em.line(`switch (${scalar(em, value)}) { ${cases.join(' ')} default:; }`);
  } else {
    throw new FortranError(
      control.at,
      `A format is characters or a label; this is ${describeType(value.type)}.`,
    );
  }
}
