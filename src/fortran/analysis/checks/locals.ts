// Checks variables that a scope allocates: it must be possible to compute their sizes, and their types must be
// complete.

import { constantLength, constantShape, maybeInteger } from '../../program/constants/constants.ts';
import { guarded } from '../../program/declarations/declare.ts';
import { dimensionsOf, initialOf, shapeKindOf, typeOf } from '../../program/declarations/resolve.ts';
import { becomeVariable } from '../../program/symbols/change-symbol.ts';
import type { Scope, Sym } from '../../program/symbols/semantics.ts';
import { refuse, throwFault } from '../../source/diagnostics.ts';
import { checkValue } from './typed.ts';

/** Reports variables in a scope that cannot be allocated. */
export function checkLocals(scope: Scope): void {
  for (const symbol of scope.symbols.values()) {
    if (symbol.scope !== scope) continue;
    if (symbol.storage.cray && (symbol.k === 'procedure' || symbol.has('external')))
      guarded(scope, () => refusePointee(symbol));
    else if (isLocal(symbol)) guarded(scope, () => checkLocal(symbol));
    if (symbol.written.initial) guarded(scope, () => initialOf(symbol));
    if (symbol.k === 'constant') guarded(scope, () => checkConstant(symbol));
  }
}

function refusePointee({ at, name }: Sym): void {
  refuse(at, `Cray pointers to procedures are not supported: declare "${name}" as a PROCEDURE pointer.`);
}

function isLocal(symbol: Sym): boolean {
  if (symbol.dummy || symbol.result || symbol.association || symbol.dummyOfEntry) return false;
  if (symbol.k === 'unknown') return symbol.noted.used || symbol.written.dimensions !== undefined;
  return symbol.k === 'variable';
}

function checkLocal(symbol: Sym): void {
  becomeVariable(symbol);
  throwFault(symbol.at, symbol.storage.cray ? pointeeFault(symbol) : ownFault(symbol));
  const { program } = symbol.scope;
  const { length } = typeOf(symbol);
  for (const { low, high } of dimensionsOf(symbol) ?? [])
    for (const e of [low, high]) if (e) checkValue(program, e);
  if (typeof length === 'object') checkValue(program, length);
}

function checkConstant(symbol: Sym): void {
  const dims = dimensionsOf(symbol);
  if (dims && !constantShape(dims))
    refuse(symbol.at, `The bounds of the constant "${symbol.name}" are not constant.`);
}

function pointeeFault(symbol: Sym): string | undefined {
  const pointer = symbol.storage.cray;
  if (pointer?.storage.cray)
    return `"${pointer.name}" is the Cray pointer of "${symbol.name}" and cannot be a pointee too.`;
  const { base, length } = typeOf(symbol);
  if (base === 'character' && (length === '*' || length === ':'))
    return `The length of the Cray pointee "${symbol.name}" must be given.`;
  const isOpen = dimensionsOf(symbol)?.some(
    ({ low, high }) => maybeInteger(low) === undefined || (high && maybeInteger(high) === undefined),
  );
  return isOpen && symbol.scope.k !== 'procedure'
    ? `The bounds of the Cray pointee "${symbol.name}" must be constant.`
    : undefined;
}

function ownFault(symbol: Sym): string | undefined {
  if (symbol.allocatable || symbol.pointer || symbol.storage.common || symbol.storage.equivalence)
    return undefined;
  const type = typeOf(symbol);
  if (dimensionsOf(symbol))
    return shapeKindOf(symbol) === 'explicit'
      ? undefined
      : `"${symbol.name}" must be a dummy argument, allocatable or a pointer to have these bounds.`;
  if (type.base === 'character' && constantLength(type) === undefined && typeof type.length !== 'object')
    return `The length of "${symbol.name}" must be given; "*" is only for dummy arguments and constants.`;
  if (type.base === 'class' || type.base === 'class-star')
    return `"${symbol.name}" is polymorphic: it must be a dummy argument, a pointer or allocatable.`;
  return undefined;
}
