// NAMELIST groups as tables for the run-time library: each object with its type and place, structures with their components.
import { analyse } from '../analysis/analyse-expression.ts';
import { cType } from '../program/c-types.ts';
import { lookup } from '../program/names.ts';
import type { Component, Scope, Sym, Typed } from '../program/semantics.ts';
import { FortranError, type Position } from '../source/diagnostics.ts';
import type { Control } from '../syntax/syntax-tree.ts';
import { typeCode } from './c-text.ts';
import { maybeTransferFunction, type Transfer } from './emit-defined-io.ts';
import { characterPlace, describe, lvalue } from './emit-designator.ts';
import { layoutOf } from './emit-section.ts';
import type { Emitter } from './emitter.ts';

/** The group that a control of READ or WRITE names, if it names one. */
export function maybeNamelist(em: Emitter, control: Control | undefined): Sym | undefined {
  if (control?.value.k !== 'ref' || control.value.parts.length !== 1) return undefined;
  const symbol = lookup(em.scope, control.value.parts[0]!.name);
  return symbol?.k === 'namelist' ? symbol : undefined;
}

/** Prints the transfer of a group. */
export function printNamelist(em: Emitter, group: Sym, at: Position, reading: boolean): void {
  const to: Transfer = { reading, form: 'formatted', edited: false };
  // A module's group means the module's variables, whatever is visible here under their names.
  const scope: Scope = group.scope.k === 'module' ? group.scope : em.scope;
  const entries = group.members.map((name) =>
    entry(em, name, analyse(scope, { k: 'ref', at, parts: [{ name, at, lists: [] }] }), to),
  );
  const table = em.printer.fresh('NL');
  em.line(`fnamelist ${table}[] = {${entries.join(', ')}};`);
  em.line(`f_namelist(&IO, "${group.name}", ${table}, ${entries.length});`);
}

function entry(em: Emitter, name: string, value: Typed, to: Transfer): string {
  const { type } = value;
  const structure = type.derived && !type.derived.opaque;
  const defined = structure ? maybeTransferFunction(em, value, to) : undefined;
  if (defined !== undefined) return definedEntry(em, name, value, defined);
  if (type.base === 'class' || type.base === 'class-star')
    throw new FortranError(value.at, `Polymorphic objects in NAMELIST ("${name}") are not supported.`);
  const parts = structure ? componentTable(em, value, type.derived!.components, to) : '0, 0';
  const head = `"${name}", ${structure ? 'F_DERIVED' : typeCode(type)}, ${type.kind}`;
  if (value.rank > 0) return `{${head}, ${describe(em, layoutOf(em, value), '0')}, ${parts}}`;
  const place =
    type.base === 'character'
      ? characterPlace(em, value)
      : { p: `&${lvalue(em, value)}`, n: `sizeof(${cType(type)})` };
  return `{${head}, {(void *)${place.p}, ${place.n}, 0}, ${parts}}`;
}

// Elements that the type's own procedure reads and writes.
function definedEntry(em: Emitter, name: string, value: Typed, defined: string): string {
  const d =
    value.rank > 0
      ? describe(em, layoutOf(em, value), '0')
      : `{(void *)&${lvalue(em, value)}, sizeof(${cType(value.type)}), 0}`;
  return `{"${name}", F_DERIVED, 0, ${d}, 0, 0, ${defined}}`;
}

// Components are described at the address 0, so that their places are offsets.
function componentTable(em: Emitter, value: Typed, components: readonly Component[], to: Transfer): string {
  const base: Typed = {
    k: 'raw',
    at: value.at,
    type: { ...value.type, base: 'derived' },
    rank: 0,
    c: `(*(${cType(value.type)} *)0)`,
    lvalue: true,
  };
  const entries = componentEntries(em, base, components, to);
  const table = em.printer.fresh('NP');
  em.line(`fnamelist ${table}[] = {${entries.join(', ')}};`);
  return `${table}, ${entries.length}`;
}

// Components of the type that this one extends stand beside its own.
function componentEntries(
  em: Emitter,
  base: Typed,
  components: readonly Component[],
  to: Transfer,
): string[] {
  return components.flatMap((component) => {
    if (
      component.isLength ||
      component.pointer ||
      component.allocatable ||
      component.type.base === 'procedure'
    )
      throw new FortranError(
        base.at,
        `The component "${component.name}" is a pointer or allocatable: such structures in NAMELIST are not supported.`,
      );
    const rank = component.dims?.length ?? 0;
    const value: Typed = { k: 'component', at: base.at, type: component.type, rank, base, component };
    return component.parentComponent
      ? componentEntries(em, value, component.type.derived!.components, to)
      : [entry(em, component.name, value, to)];
  });
}
