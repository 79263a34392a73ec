// Checks that values can be read or written: those of intrinsic types, and structures, which are transferred either
// component by component or by procedures of the type.

import { describeType, INTEGER } from '../../program/constants/constants.ts';
import { refuseLater } from '../../program/symbols/check-standard.ts';
import type { Component, Scope, Type, Typed } from '../../program/symbols/semantics.ts';
import type { Transfer } from '../../program/walking/typed-io.ts';
import type { CallNode } from '../../program/walking/typed-statements.ts';
import { refuse, throwFault } from '../../source/diagnostics.ts';
import { maybeDefinedTransfer } from '../expressions/generic.ts';

const TEXT: Type = { base: 'character', kind: 1, length: '*' };

function placeholder(value: Typed, type: Type, rank = 0): Typed {
  return { k: 'raw', at: value.at, type, rank, c: '', lvalue: true };
}

/**
 * The call to the program's procedure that reads or writes a structure. The arguments are placeholders that have only a
 * type.
 */
function maybeTransferCall(scope: Scope, value: Typed, to: Transfer): CallNode | undefined {
  // An abstract parent cannot have a procedure that reads or writes only the parent part.
  if (to.form === 'measured' || (value.type.base === 'derived' && value.type.derived!.abstract))
    return undefined;
  // DTV, UNIT, IOTYPE, V_LIST, IOSTAT, IOMSG; IOTYPE and V_LIST are present only if the transfer is formatted.
  const operands = [
    placeholder(value, value.type),
    placeholder(value, INTEGER),
    ...(to.form === 'formatted' ? [placeholder(value, TEXT), placeholder(value, INTEGER, 1)] : []),
    placeholder(value, INTEGER),
    placeholder(value, TEXT),
  ];
  const call = maybeDefinedTransfer(scope, transferName(to), operands, value.at);
  return call?.k === 'call' ? call : undefined;
}

/** The generic name for defined input or output. */
function transferName({ reading, form }: Transfer): string {
  return `${reading ? 'read' : 'write'}(${form})`;
}

/** Throws if an item cannot be read or written as a whole. */
export function checkTransferred(scope: Scope, value: Typed, to: Transfer): void {
  const { type } = value;
  if (type.base === 'procedure' || type.base === 'void' || value.k === 'null')
    refuse(value.at, 'This item has no value and cannot be read or written.');
  if (type.derived && !type.derived.opaque) throwFault(value.at, structureFault(scope, value, to));
  else if (type.derived?.opaque)
    refuseLater(scope, 'GNU', `input or output of TYPE(${type.derived.name.toUpperCase()})`, value.at);
  else if (type.base === 'class-star') refuse(value.at, 'CLASS(*) cannot be read or written.');
}

function structureFault(scope: Scope, value: Typed, to: Transfer): string | undefined {
  const isDefined = maybeTransferCall(scope, value, to) !== undefined;
  if (isDefined && (!to.edited || hasPointers(value.type))) return undefined;
  if (value.type.base === 'class' && to.form !== 'measured')
    return `A polymorphic value, ${describeType(value.type)}, can be read or written only by a type-bound procedure, bound as ${to.reading ? 'READ' : 'WRITE'}(${to.form.toUpperCase()}).`;
  for (const component of transferredComponents(value.type)) {
    // A DT edit descriptor in the format calls the type's procedure.
    if (!isDefined) refuseHidden(scope, value, component);
    if (hasOwnMemory(component)) {
      const what = component.allocatable ? 'ALLOCATABLE' : 'a pointer';
      return `The component "${component.name}" is ${what}; this value cannot be read or written as a whole.`;
    }
    checkTransferred(scope, partOf(value, component), to);
  }
  return undefined;
}

// A program cannot read or write a component that it cannot access, except through a procedure of the type.
function refuseHidden(scope: Scope, { type, at }: Typed, { name, access, parentComponent }: Component): void {
  const { derived } = type;
  const isPrivate = access === 'private' || (access === undefined && derived!.privateComponents);
  if (!isPrivate || parentComponent) return;
  const { host } = derived!.scope;
  if (scope.chain.some((s) => s.host === host)) return;
  refuse(
    at,
    `The component "${name}" of the type "${derived!.name}" is PRIVATE: the value cannot be read or written as a whole here.`,
  );
}

function partOf(base: Typed, component: Component): Typed {
  const { type, dims } = component;
  return { k: 'component', at: base.at, type, rank: dims?.length ?? 0, base, component };
}

/** True if a structure has parts that only a procedure of its type can read or write. */
export function hasPointers(type: Type): boolean {
  if (type.base === 'class') return true;
  return transferredComponents(type).some((c) => hasOwnMemory(c) || hasPointers(c.type));
}

/** The components of a structure that are read and written, excluding length parameters. */
export function transferredComponents({ derived }: Type): Component[] {
  return (derived?.components ?? []).filter((c) => !c.isLength);
}

// A component whose size depends on length parameters is part of the value.
function hasOwnMemory({ pointer, allocatable, sizes, type }: Component): boolean {
  return pointer || (allocatable && !sizes) || type.base === 'procedure';
}

/** Throws if an object is not allowed in a NAMELIST. */
export function checkNamelistEntry(scope: Scope, name: string, value: Typed, to: Transfer): void {
  const { type } = value;
  const structure = type.derived && !type.derived.opaque;
  if (structure && maybeTransferCall(scope, value, to)) return;
  if (type.base === 'class' || type.base === 'class-star')
    refuse(value.at, `Polymorphic objects in NAMELIST ("${name}") are not supported.`);
  if (structure) throwFault(value.at, namelistPartsFault(scope, value, type.derived!.components, to));
}

function namelistPartsFault(
  scope: Scope,
  base: Typed,
  components: readonly Component[],
  to: Transfer,
): string | undefined {
  for (const component of components) {
    const { isLength, pointer, allocatable, type } = component;
    if (isLength || pointer || allocatable || type.base === 'procedure')
      return `The component "${component.name}" is a pointer or allocatable: such structures in NAMELIST are not supported.`;
    const value = partOf(base, component);
    if (component.parentComponent)
      throwFault(value.at, namelistPartsFault(scope, value, component.type.derived!.components, to));
    else checkNamelistEntry(scope, component.name, value, to);
  }
  return undefined;
}
