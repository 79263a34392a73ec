// Assignment and pointer assignment: defined assignments, conversions and valid targets.

import { constantShapeOf } from '../../intrinsics/folding/constant-shape.ts';
import { isIntrinsicFunction } from '../../intrinsics/rows/intrinsics.ts';
import { describeType } from '../../program/constants/constants.ts';
import { asHollerith, coerce, isRelated } from '../../program/constants/conversions.ts';
import { makeProcedure } from '../../program/declarations/declare.ts';
import { become } from '../../program/symbols/change-symbol.ts';
import { checkDefinable, refuseReach } from '../../program/symbols/definable.ts';
import { isAllocatable, isPointer } from '../../program/symbols/designator.ts';
import { declare, lookup } from '../../program/symbols/names.ts';
import type { Program, Scope, Typed } from '../../program/symbols/semantics.ts';
import type { PointerBounds, TypedAssignment, TypedOf } from '../../program/walking/typed-statements.ts';
import { type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import type { Expression } from '../../syntax/tree/syntax-tree.ts';
import { checkLaterAssignment } from '../checks/later.ts';
import { analyseBounds, associationFault, checkPointerTarget } from '../checks/pointer-assignment.ts';
import { checkAssignedTypes } from '../checks/pure.ts';
import { pointerFault } from '../checks/require-scalar.ts';
import { analyse } from '../expressions/expression.ts';
import { maybeDefinedAssignment } from '../expressions/generic.ts';
import { analyseReference } from '../expressions/reference.ts';
import type { Of, Place } from './statement-place.ts';

export function analyseAssignment({ scope }: Place, s: Of<'assignment'>): TypedAssignment {
  const target = analyse(scope, s.target);
  return makeAssignment(scope, target, analyse(scope, s.value), s.at);
}

/** Assigns one value to another, by a user-defined assignment or by the one built into the language. */
export function makeAssignment(scope: Scope, target: Typed, value: Typed, at: Position): TypedAssignment {
  const intrinsicTypes = !target.type.derived && !value.type.derived;
  const isAnyType = target.type.base === 'class-star';
  const defined =
    intrinsicTypes && target.type.base === value.type.base && !isAnyType
      ? undefined
      : maybeDefinedAssignment(scope, target, value, at);
  if (defined?.k === 'call') return { k: 'defined-assignment', at, target, call: defined };
  checkDefinable(scope, target, at);
  checkAssignedTypes(scope, target, value, at);
  if ((target.type.base === 'class' || isAnyType) && !isAllocatable(target))
    refuse(
      at,
      'A polymorphic variable can be assigned only if it is allocatable or has a defined assignment.',
    );
  // Both sides must have the same declared type (Fortran 2018, 10.2.1.2).
  if (target.type.base === 'derived' && isRelated(target.type.derived, value.type.derived))
    refuse(at, `Cannot convert ${describeType(value.type)} to ${describeType(target.type)}.`);
  checkLaterAssignment(scope, target, value, at);
  if (target.rank === 0 && value.rank > 0) refuse(at, 'An array cannot be assigned to a scalar.');
  if (target.rank !== value.rank && value.rank > 0)
    refuse(at, `The ranks of the two sides differ: ${target.rank} and ${value.rank}.`);
  if (!isAllocatable(target)) checkShapes(target, value, at);
  return { k: 'assignment', at, target, value: assignable(scope.program, value, target, at) };
}

/** Throws if the shapes of two arrays are known to differ. */
export function checkShapes(target: Typed, value: Typed, at: Position): void {
  if (value.rank === 0) return;
  const left = constantShapeOf(target);
  const right = constantShapeOf(value);
  if (left && right && left.some((n, i) => n !== right[i]))
    refuse(at, `The shapes of the two sides differ: (${left.join(', ')}) and (${right.join(', ')}).`);
}

function assignable(program: Program, given: Typed, target: Typed, at: Position): Typed {
  const value = asHollerith(program, given, target.type);
  if (value.type.base === 'hollerith' && target.type.base === 'character') return value;
  if (value.k === 'null') refuse(at, 'NULL() can be assigned only to a pointer, with "=>".');
  return coerce(value, target.type, at);
}

export function analysePointerAssignment(
  { scope }: Place,
  s: Of<'pointer-assignment'>,
): TypedOf<'pointer-assignment'> {
  const { target: left } = s;
  const last = left.k === 'ref' ? left.parts.at(-1) : undefined;
  // `p(2:) => x` and `p(1:n, 1:m) => x` set bounds.
  const ranges = last?.lists.length === 1 ? last.lists[0]!.map((a) => a.range) : [];
  let bounds: PointerBounds = { lower: [] };
  let pointer: Typed;
  if (left.k === 'ref' && ranges.length > 0 && ranges.every((range) => range !== undefined)) {
    bounds = analyseBounds(scope, ranges, last!.at);
    const whole = { ...left, parts: [...left.parts.slice(0, -1), { ...last!, lists: [] }] };
    pointer = analyseReference(scope, whole);
  } else {
    pointer = analyse(scope, left);
  }
  const isProcedure = pointer.type.base === 'procedure';
  if (isProcedure) throwFault(pointer.at, pointerFault(pointer));
  else if (!isPointer(pointer)) refuse(s.at, 'The left side of "=>" is not a pointer.');
  if (isProcedure) settleProcedure(scope, s.value);
  const value = analyse(scope, s.value);
  throwFault(s.at, associationFault(scope, pointer, value));
  if (pointer.type.base !== 'procedure') refuseReach(scope, value, value.at);
  checkPointerTarget(pointer, value, s.at, bounds);
  return { k: 'pointer-assignment', at: s.at, pointer, value, bounds };
}

// Handles an undeclared intrinsic or external function that appears as the target of a procedure pointer.
function settleProcedure(scope: Scope, e: Expression): void {
  const part = e.k === 'ref' && e.parts.length === 1 ? e.parts[0]! : undefined;
  if (!part || part.lists.length > 0) return;
  const isExternal = scope.program.externals.has(part.name);
  if (!isExternal && !isIntrinsicFunction(part.name)) return;
  const symbol = lookup(scope, part.name) ?? declare(scope.host, part.name, part.at);
  if (symbol.k !== 'unknown' || symbol.written.declared) return;
  if (isExternal) makeProcedure(symbol).isFunction = true;
  else become(symbol, { k: 'intrinsic' });
}
