// DATA statements: valid targets and valid values.

import { inconstantPart } from '../../intrinsics/checks/constant.ts';
import { constantLength, maybeInteger } from '../../program/constants/constants.ts';
import { dimensionsOf } from '../../program/declarations/resolve.ts';
import { refuseLater } from '../../program/symbols/check-standard.ts';
import { isAllocatable, isDesignator, rootSymbol } from '../../program/symbols/designator.ts';
import type { Dimension, Scope, Typed } from '../../program/symbols/semantics.ts';
import { FortranError, type Position } from '../../source/diagnostics.ts';
import { hasParts } from './scope.ts';

/** Reason why a DATA statement cannot initialise a target, or undefined. */
export function dataTargetFault(scope: Scope, target: Typed, at: Position): string | undefined {
  const root = rootSymbol(target);
  if (scope.unit?.k === 'block-data' && root && !root.storage.common && !root.storage.equivalence)
    return `"${root.name}" is not in COMMON: BLOCK DATA can initialise only variables in COMMON.`;
  if (root && root.scope !== scope)
    return `"${root.name}" belongs to another scope: DATA can initialise only variables of its own scope.`;
  if (root && (root.dummy || root.result))
    return `"${root.name}" is ${root.dummy ? 'a dummy argument' : 'the result of a function'}: DATA cannot initialise it.`;
  const { derived } = target.type;
  const isInitial = derived && !derived.opaque && hasParts(derived, (c) => c.initialSource !== undefined);
  if (root && target.k !== 'component' && isInitial && !root.pointer)
    return `"${root.name}" already has initial values from its type: DATA cannot give it others.`;
  if (root?.storage.common && scope.unit?.k !== 'block-data')
    refuseLater(scope, 'GNU', `DATA for a variable in COMMON outside BLOCK DATA ("${root.name}")`, at);
  if (target.k === 'variable' && root?.written.initial) return `"${root.name}" already has an initial value.`;
  for (let e: Typed | undefined = target; e; e = 'base' in e ? e.base : undefined) {
    const fault = stepFault(e);
    if (fault) return fault;
  }
  return undefined;
}

function stepFault(e: Typed): string | undefined {
  if (e.k === 'part') return 'DATA cannot initialise only one part of a complex number.';
  if ((e.k === 'component' || e.k === 'variable') && isAllocatable(e))
    return 'DATA cannot initialise an ALLOCATABLE object.';
  if (e.k === 'element') return elementFault(e);
  return e.k === 'substring' ? substringFault(e) : undefined;
}

function elementFault({ base, subscripts }: Extract<Typed, { k: 'element' }>): string | undefined {
  const dims: readonly Dimension[] | undefined =
    base.k === 'variable' ? dimensionsOf(base.sym) : base.k === 'component' ? base.component.dims : undefined;
  for (const [i, subscript] of subscripts.entries()) {
    const n = maybeInteger(subscript);
    const [low, high] = [maybeInteger(dims?.[i]?.low), maybeInteger(dims?.[i]?.high)];
    if (n !== undefined && ((low !== undefined && n < low) || (high !== undefined && n > high)))
      return `The subscript ${n} in DATA is outside the array.`;
  }
  return undefined;
}

function substringFault({ base, low, high }: Extract<Typed, { k: 'substring' }>): string | undefined {
  const length = constantLength(base.type);
  const first = low ? maybeInteger(low) : 1;
  const last = high ? maybeInteger(high) : length;
  if (first === undefined || last === undefined || last < first) return undefined;
  return first < 1 || (length !== undefined && last > length)
    ? `The substring ${first}:${last} in DATA is outside the character variable.`
    : undefined;
}

/** Throws for a value that is unknown before the program runs; a pointer's target may be a SAVE variable. */
export function checkDataValue(value: Typed): void {
  if (value.k === 'null' || value.type.base === 'procedure') return;
  if (isDesignator(value) && rootSymbol(value)?.has('target')) return;
  const found = inconstantPart(value);
  if (found) throw new FortranError(found.part.at, `A value in DATA must be constant: ${found.why}`);
}
