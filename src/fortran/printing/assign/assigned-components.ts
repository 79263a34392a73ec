// Finds types whose components bind procedures to assignment(=): assigning a value of the whole type must call these
// procedures.

import { maybeBoundAssignment } from '../../analysis/expressions/generic.ts';
import type { Component, DerivedType, MaybeTyped } from '../../program/symbols/semantics.ts';
import type { Emitter } from '../writer/emitter.ts';
import { componentNode } from '../writer/type-parts.ts';

const cache = new WeakMap<DerivedType, boolean>();

// True if assigning a value of the type calls procedures of its components.
export function assignsComponents(type: DerivedType): boolean {
  if (type.opaque) return false;
  const known = cache.get(type);
  if (known !== undefined) return known;
  cache.set(type, false);
  const result = type.components.some((c) => isAssignedByProcedure(type, c));
  cache.set(type, result);
  return result;
}

export function isAssignedByProcedure(type: DerivedType, c: Component): boolean {
  // Allocatable components are copied, as in gfortran.
  if (c.pointer || c.allocatable || c.type.base !== 'derived' || c.type.derived!.opaque) return false;
  return assignmentOf(type, c, 'p', 'q') !== undefined || assignsComponents(c.type.derived!);
}

// The call that assigns a component whose type binds a procedure to assignment(=). Interfaces do not count.
export function assignmentOf(type: DerivedType, c: Component, p: string, q: string): MaybeTyped {
  // The deferred procedures of an abstract parent apply only to the whole object, whose own type binds them.
  if (c.type.derived!.abstract) return undefined;
  const target = componentNode(type, `(*${p})`, c);
  const value = componentNode(type, `(*${q})`, c);
  return maybeBoundAssignment(type.scope, target, value, c.at);
}

/**
 * True if the generated code calls the components' procedures when it assigns values of the type. Initial values,
 * constructors, temporaries and ALLOCATE only copy the values.
 */
export function assignsByProcedures(em: Emitter, type: DerivedType): boolean {
  return em.assigning && assignsComponents(type);
}
