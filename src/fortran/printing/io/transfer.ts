// READ, WRITE and PRINT: the location of the records, their format, and the items in order.

import { objectNode } from '../../program/c/c-arrays.ts';
import { cType, stringLiteral, typeCode } from '../../program/c/c-text.ts';
import { maybeInteger } from '../../program/constants/constants.ts';
import { isWide } from '../../program/constants/wide-characters.ts';
import { isDesignator } from '../../program/symbols/designator.ts';
import type { Component, Type, Typed } from '../../program/symbols/semantics.ts';
import type { IoFormat, IoPlace, Transfer, TypedIo, TypedNamelist } from '../../program/walking/typed-io.ts';
import { contiguousLayout } from '../arrays/representation.ts';
import { characterPlace, describe } from '../designators/designator.ts';
import { layoutOf } from '../designators/section.ts';
import type { Emitter } from '../writer/emitter.ts';
import { chars, lvalue, scalar } from '../writer/expressions.ts';
import { maybeTransferFunction } from './defined-io.ts';
import { type Head, setMessage, textOf, unitNumber } from './head.ts';
import { printItem } from './item.ts';

/** Prints a complete data transfer statement. */
export function printTransfer(em: Emitter, s: TypedIo, head: Head): void {
  head.writing = !s.transfer.reading;
  const place = transferPlace(em, s.unit, s.verb, head);
  // Values that are known only at run time are set between the start of the statement and the start of the transfer.
  // Even the unit number may be invalid, which is then reported.
  const message = em.capture(() => setMessage(em, s));
  const settings = em.capture(() => setModes(em, s));
  const format = em.capture(() => {
    if (!s.namelist) setFormat(em, s.format, head);
  });
  const isSetUp = [message, settings, format].some((block) => block.nodes.length > 0);
  if (s.namelist || isSetUp || place.k === 'array' || isWidePlace(s.unit)) {
    em.line('f_io_start(&IO, &S);');
    em.add(message);
    if (place.k === 'unit') em.line(`IO.unit = ${place.c};`);
    else if (place.k === 'internal') em.line(`f_internal(&IO, ${place.c});`);
    else if (place.k === 'array') em.line(`f_internal_array(&IO, ${place.c});`);
    if (isWidePlace(s.unit)) em.line('f_internal_wide(&IO);');
    em.add(settings);
    em.add(format);
    if (s.namelist) {
      printNamelist(em, s.namelist, s.transfer);
      return;
    }
    em.line('f_io_begin(&IO);');
  } else if (place.k === 'unit') em.line(`f_io_transfer_unit(&IO, &S, ${place.c});`);
  else if (place.k === 'internal') em.line(`f_io_transfer_internal(&IO, &S, ${place.c});`);
  else em.line('f_io_transfer(&IO, &S);');
  for (const item of s.items) printItem(em, item, s.transfer);
}

function setModes(em: Emitter, s: TypedIo): void {
  for (const key of ['rec', 'pos'] as const) {
    const value = s.specifiers.get(key);
    if (value) em.line(`IO.${key} = ${scalar(em, value)}; IO.has_${key} = 1;`);
  }
  if (s.specifiers.has('advance')) em.line(`f_advance(&IO, ${textOf(em, s, 'advance')});`);
  for (const key of ['decimal', 'sign', 'delim', 'blank', 'pad', 'round'] as const) {
    if (s.specifiers.has(key)) em.line(`f_set_mode(&IO, "${key}", ${textOf(em, s, key)});`);
  }
}

/** The location of the records: a unit specified in the head, a unit that the program computes, or characters. */
type Place = { k: 'head' } | { k: 'unit' | 'internal' | 'array'; c: string };

// True for an internal unit that consists of characters of kind 4.
function isWidePlace(unit: IoPlace): boolean {
  return unit.k === 'internal' && isWide(unit.value.type);
}

function transferPlace(em: Emitter, unit: IoPlace, verb: TypedIo['verb'], head: Head): Place {
  if (unit.k === 'default') {
    head.unit = verb === 'read' ? '5' : '6';
    return { k: 'head' };
  }
  const { value } = unit;
  if (unit.k === 'unit') {
    const number = value.type.kind > 4 ? undefined : maybeInteger(value);
    if (number === undefined) return { k: 'unit', c: unitNumber(em, value, verb) };
    head.unit = String(number);
    return { k: 'head' };
  }
  if (value.rank > 0) return { k: 'array', c: `&${describe(em, layoutOf(em, value), '0')}` };
  const v = isDesignator(value) ? characterPlace(em, value) : chars(em, value);
  return { k: 'internal', c: `${v.p}, ${v.n}` };
}

function setFormat(em: Emitter, format: IoFormat, head: Head): void {
  switch (format.k) {
    case 'none':
      head.form = 'F_UNFORMATTED';
      break;
    case 'list':
      head.form = 'F_LIST';
      break;
    case 'constant':
      head.format = stringLiteral(format.text);
      break;
    case 'value':
      setVariableFormat(em, format.value);
      break;
    case 'assigned': {
      const cases = format.formats.map(([label, text]) => {
        const c = stringLiteral(text);
        return `case ${label}: IO.format = ${c.p}; IO.format_length = ${c.n}; break;`;
      });
      em.line(`switch (${scalar(em, format.value)}) { ${cases.join(' ')} default:; }`);
    }
  }
}

function setVariableFormat(em: Emitter, value: Typed): void {
  const set = (p: string, n: string): void => em.line(`IO.format = ${p}; IO.format_length = ${n};`);
  if (value.type.base === 'character' && value.rank === 0) {
    const v = chars(em, value);
    set(v.p, v.n);
    return;
  }
  const layout = contiguousLayout(em, value.k === 'element' ? value.base : value);
  const count = layout.dims.map((d) => d.extent).join(' * ');
  const size = value.type.base === 'character' ? layout.length : `(int32_t)sizeof(${cType(value.type)})`;
  if (value.k === 'element') {
    const end = `((char *)${layout.pointer} + ${count} * ${size})`;
    set(`(char *)&${lvalue(em, value)}`, `(int32_t)(${end} - IO.format)`);
  } else set(`(char *)${layout.pointer}`, `${count} * ${size}`);
}

function printNamelist(em: Emitter, { name, members }: TypedNamelist, to: Transfer): void {
  const ofGroup: Transfer = { ...to, form: 'formatted', edited: false };
  const entries = members.map((member) => entry(em, member.name, member.value, ofGroup));
  const table = em.printer.fresh('NL');
  em.line(`fnamelist ${table}[] = {${entries.join(', ')}};`);
  em.line(`f_namelist(&IO, "${name}", ${table}, ${entries.length});`);
}

function entry(em: Emitter, name: string, value: Typed, to: Transfer): string {
  const { type } = value;
  const structure = type.derived && !type.derived.opaque;
  const defined = structure ? maybeTransferFunction(em, value, to) : undefined;
  if (defined !== undefined) return definedEntry(em, name, value, defined);
  const parts = structure ? componentTable(em, value, type.derived!.components, to) : '0, 0';
  const head = `"${name}", ${structure ? 'F_DERIVED' : typeCode(type)}, ${type.kind}`;
  if (value.rank > 0) return `{${head}, &${describe(em, layoutOf(em, value), '0')}, ${parts}}`;
  const place =
    type.base === 'character'
      ? characterPlace(em, value)
      : { p: `&${lvalue(em, value)}`, n: `sizeof(${cType(type)})` };
  return `{${head}, &(fdesc){(void *)${place.p}, ${place.n}, 0}, ${parts}}`;
}

// Describes an entry whose elements are read and written by a procedure of their type.
function definedEntry(em: Emitter, name: string, value: Typed, defined: string): string {
  const d =
    value.rank > 0
      ? `&${describe(em, layoutOf(em, value), '0')}`
      : `&(fdesc){(void *)&${lvalue(em, value)}, sizeof(${cType(value.type)}), 0}`;
  return `{"${name}", F_DERIVED, 0, ${d}, 0, 0, ${defined}}`;
}

// Components are described as if the structure were at address 0, so that their addresses are offsets.
function componentTable(em: Emitter, value: Typed, components: readonly Component[], to: Transfer): string {
  const type: Type = { ...value.type, base: 'derived' };
  const base = objectNode({ at: value.at, type }, `(*(${cType(type)} *)0)`);
  const entries = componentEntries(em, base, components, to);
  const table = em.printer.fresh('NP');
  em.line(`fnamelist ${table}[] = {${entries.join(', ')}};`);
  return `${table}, ${entries.length}`;
}

// The components of the parent type are listed alongside the type's own components.
function componentEntries(
  em: Emitter,
  base: Typed,
  components: readonly Component[],
  to: Transfer,
): string[] {
  return components.flatMap((component) => {
    const rank = component.dims?.length ?? 0;
    const value: Typed = { k: 'component', at: base.at, type: component.type, rank, base, component };
    return component.parentComponent
      ? componentEntries(em, value, component.type.derived!.components, to)
      : [entry(em, component.name, value, to)];
  });
}
