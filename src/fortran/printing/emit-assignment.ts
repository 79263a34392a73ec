// Assignment and pointer assignment statements: defined assignment, conversion, what may be a target; the storing itself
// is in emit-assign.ts.

import { analyse } from '../analysis/analyse-expression.ts';
import { maybeDefinedAssignment } from '../analysis/analyse-generic.ts';
import { analyseReference } from '../analysis/analyse-reference.ts';
import { checkLaterAssignment } from '../analysis/check-later-statements.ts';
import {
  analyseBounds,
  checkAssociation,
  checkNull,
  checkProcedureTarget,
  checkTarget,
  type PointerBounds,
} from '../analysis/check-pointer-assignment.ts';
import { checkAssignedTypes } from '../analysis/check-pure.ts';
import { constantShapeOf } from '../intrinsics/constant-shape.ts';
import { isIntrinsicFunction } from '../intrinsics/intrinsics.ts';
import { asHollerith, coerce } from '../program/conversions.ts';
import { checkDefinable } from '../program/definable.ts';
import { isAllocatable, isPointer, rootSymbol } from '../program/designator.ts';
import { declare, lookup, type Program } from '../program/names.ts';
import type { Typed } from '../program/semantics.ts';
import { FortranError, type Position } from '../source/diagnostics.ts';
import type { Expression } from '../syntax/syntax-tree.ts';
import { assign, copied } from './emit-assign.ts';
import { assignPointer } from './emit-assign-pointer.ts';
import { callSubroutine } from './emit-call.ts';
import type { Of } from './emit-statement.ts';
import type { Emitter } from './emitter.ts';
import { mayOverlap } from './overlap.ts';

export function emitAssignment(em: Emitter, s: Of<'assignment'>): void {
  const target = analyse(em.scope, s.target);
  assignAnalysed(em, target, analyse(em.scope, s.value), s.at);
}

/** Prints an assignment of analysed sides: the user's own, or the language's. */
export function assignAnalysed(em: Emitter, target: Typed, value: Typed, at: Position): void {
  const intrinsicTypes = !target.type.derived && !value.type.derived;
  const defined =
    intrinsicTypes && target.type.base === value.type.base
      ? undefined
      : maybeDefinedAssignment(em.scope, target, value, at);
  if (defined?.k === 'call') {
    callDefined(em, defined, target);
    return;
  }
  checkDefinable(em.scope, target, at);
  checkAssignedTypes(em.scope, target, value, at);
  if (target.type.base === 'class' && !isAllocatable(target))
    throw new FortranError(
      at,
      'A polymorphic variable can be assigned only when it is allocatable, or by a defined assignment.',
    );
  checkLaterAssignment(em.scope, target, value, at);
  if (target.rank === 0 && value.rank > 0)
    throw new FortranError(at, 'An array can not be assigned to a scalar.');
  if (target.rank !== value.rank && value.rank > 0) {
    throw new FortranError(at, `The ranks of the two sides differ: ${target.rank} and ${value.rank}.`);
  }
  checkShapes(target, value, at);
  em.whileAssigning(true, () => assign(em, target, assignable(em.program, value, target, at)));
}

// Shapes that are known while compiling must be the same, unless the target takes that of the value.
function checkShapes(target: Typed, value: Typed, at: Position): void {
  if (value.rank === 0 || isAllocatable(target)) return;
  const left = constantShapeOf(target);
  const right = constantShapeOf(value);
  if (left && right && left.some((n, i) => n !== right[i]))
    throw new FortranError(
      at,
      `The shapes of the two sides differ: (${left.join(', ')}) and (${right.join(', ')}).`,
    );
}

// The right side is evaluated before the procedure may change the left.
function callDefined(em: Emitter, call: Extract<Typed, { k: 'call' }>, target: Typed): void {
  const right = call.arguments[1];
  const root = rootSymbol(target);
  if (
    right?.value &&
    root &&
    rootSymbol(right.value) === root &&
    right.value.rank === 0 &&
    right.value.type.base === 'derived'
  ) {
    right.value = { k: 'paren', at: right.at, type: right.value.type, rank: 0, operand: right.value };
  } else if (right?.value && right.value.rank > 0 && target.rank > 0 && mayOverlap(target, right.value)) {
    right.value = copied(em, right.value);
  }
  callSubroutine(em, call);
}

function assignable(program: Program, given: Typed, target: Typed, at: Position): Typed {
  const value = asHollerith(program, given, target.type);
  if (value.type.base === 'hollerith' && target.type.base === 'character') return value;
  if (value.k === 'null') throw new FortranError(at, 'NULL() can be assigned only to a pointer, by "=>".');
  return coerce(value, target.type, at);
}

export function emitPointerAssignment(em: Emitter, s: Of<'pointer-assignment'>): void {
  const { target: left } = s;
  const last = left.k === 'ref' ? left.parts.at(-1) : undefined;
  // `p(2:) => x` and `p(1:n, 1:m) => x` set bounds.
  const ranges = last?.lists.length === 1 ? last.lists[0]!.map((a) => a.range) : [];
  let bounds: PointerBounds = { lower: [] };
  let pointer: Typed;
  if (left.k === 'ref' && ranges.length > 0 && ranges.every((range) => range !== undefined)) {
    bounds = analyseBounds(em.scope, ranges, last!.at);
    const whole = { ...left, parts: [...left.parts.slice(0, -1), { ...last!, lists: [] }] };
    pointer = analyseReference(em.scope, whole);
  } else {
    pointer = analyse(em.scope, left);
  }
  const isProcedure = pointer.type.base === 'procedure';
  if (!isPointer(pointer) && !isProcedure)
    throw new FortranError(s.at, 'The left side of "=>" is not a pointer.');
  if (isProcedure) settleIntrinsic(em, s.value);
  const value = analyse(em.scope, s.value);
  if (isProcedure) checkProcedureTarget(pointer, value, s.at);
  checkAssociation(em.scope, pointer, value, s.at);
  if (!isProcedure && value.k === 'null') checkNull(pointer, value, s.at, bounds);
  if (!isProcedure && value.k !== 'null') checkTarget(pointer, value, s.at, bounds);
  assignPointer(em, pointer, value, bounds);
}

// The name of an intrinsic function that nothing declares, as the target of a procedure pointer.
function settleIntrinsic(em: Emitter, e: Expression): void {
  const part = e.k === 'ref' && e.parts.length === 1 ? e.parts[0]! : undefined;
  if (!part || part.lists.length > 0 || !isIntrinsicFunction(part.name)) return;
  const symbol = lookup(em.scope, part.name) ?? declare(em.scope.host, part.name, part.at);
  if (symbol.k === 'unknown' && !symbol.declared) symbol.k = 'intrinsic';
}
