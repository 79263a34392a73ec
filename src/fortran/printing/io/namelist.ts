// NAMELIST groups as tables for the run-time library: each object with its type and address, structures with their
// components.

import { objectNode } from '../../program/c/c-arrays.ts';
import { typeCode } from '../../program/c/c-text.ts';
import { cType } from '../../program/c/c-types.ts';
import type { Component, Type, Typed } from '../../program/symbols/semantics.ts';
import type { Transfer, TypedNamelist } from '../../program/walking/typed-io.ts';
import { characterPlace, describe } from '../designators/designator.ts';
import { layoutOf } from '../designators/section.ts';
import type { Emitter } from '../writer/emitter.ts';
import { lvalue } from '../writer/expressions.ts';
import { maybeTransferFunction } from './defined-io.ts';

/** Prints the transfer of a group. */
export function printNamelist(em: Emitter, { name, members }: TypedNamelist, to: Transfer): void {
  const entries = members.map((member) =>
    entry(em, member.name, member.value, { ...to, form: 'formatted', edited: false }),
  );
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

// Elements that are read and written by the type's own procedure.
function definedEntry(em: Emitter, name: string, value: Typed, defined: string): string {
  const d =
    value.rank > 0
      ? `&${describe(em, layoutOf(em, value), '0')}`
      : `&(fdesc){(void *)&${lvalue(em, value)}, sizeof(${cType(value.type)}), 0}`;
  return `{"${name}", F_DERIVED, 0, ${d}, 0, 0, ${defined}}`;
}

// Components are described relative to address 0, so that their addresses are offsets.
function componentTable(em: Emitter, value: Typed, components: readonly Component[], to: Transfer): string {
  const type: Type = { ...value.type, base: 'derived' };
  const base = objectNode({ at: value.at, type }, `(*(${cType(type)} *)0)`);
  const entries = componentEntries(em, base, components, to);
  const table = em.printer.fresh('NP');
  em.line(`fnamelist ${table}[] = {${entries.join(', ')}};`);
  return `${table}, ${entries.length}`;
}

// The parent type's components are listed alongside the type's own.
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
