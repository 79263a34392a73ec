// Assignment statements in C; assign/assign.ts prints the stores themselves.

import { layoutNode, objectNode } from '../../program/c/c-arrays.ts';
import { isDesignator, isPointer } from '../../program/symbols/designator.ts';
import { needsCopy } from '../../program/symbols/needs-copy.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import type { TypedAssignment, TypedOf } from '../../program/walking/typed-statements.ts';
import { hoist, materialise, withResultInMemory } from '../arrays/array.ts';
import { copyOfElements, copyOfScalar } from '../arrays/gather.ts';
import { assign, copied } from '../assign/assign.ts';
import type { Emitter } from '../writer/emitter.ts';
import { callSubroutine, chars } from '../writer/expressions.ts';
import { mayOverlap, mentions } from '../writer/overlap.ts';
import { isPolymorphic } from '../writer/type-parts.ts';

type DefinedAssignment = TypedOf<'defined-assignment'>;

export function emitAssignment(em: Emitter, s: TypedAssignment): void {
  if (s.k === 'assignment') assign(em.with({ assigning: true }), s.target, s.value);
  else callDefined(em, s);
}

/** The right side of an assignment, which is the second argument of the procedure of a defined assignment. */
export function assignedValue(s: TypedAssignment): Typed {
  return s.k === 'assignment' ? s.value : s.call.arguments[1]!.value!;
}

/** The same assignment with other sides. */
export function withSides(s: DefinedAssignment, target: Typed, value: Typed): DefinedAssignment {
  const [left, right] = s.call.arguments;
  const list = [
    { ...left!, value: target },
    { ...right!, value },
  ];
  return { ...s, target, call: { ...s.call, arguments: list } };
}

/** True if the procedure could change the right side while it assigns the left side. */
export function mayChangeValue(s: DefinedAssignment): boolean {
  const { target } = s;
  const value = assignedValue(s);
  if (isDesignator(value) || isPointer(value)) return mentions(target, value);
  return target.rank > 0 && (value.rank > 0 ? mayOverlap(target, value) : mentions(target, value));
}

/** A copy of a value, with its dynamic type, which exists until the end of the statement. */
export function copyOfValue(em: Emitter, e: Typed): Typed {
  if (e.rank > 0)
    return isPolymorphic(e.type) ? layoutNode(copyOfElements(em, materialise(em, e)), e.at) : copied(em, e);
  if (e.type.base === 'character') {
    const { p, n } = em.duplicate(chars(em, e));
    return objectNode(e, p, n);
  }
  const value = withResultInMemory(em, e);
  const isStructure = value.type.base === 'derived' && needsCopy(value.type.derived!);
  if (isPolymorphic(value.type) || (isStructure && isDesignator(value))) return copyOfScalar(em, value);
  return hoist(em, value);
}

// Evaluates the right side before the procedure can change the left side.
function callDefined(em: Emitter, s: DefinedAssignment): void {
  const value = assignedValue(s);
  const given = mayChangeValue(s) ? copyOfValue(em, value) : value;
  callSubroutine(em, withSides(s, s.call.arguments[0]!.value!, given).call);
}
