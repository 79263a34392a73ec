// Types that are assigned by procedures: types of their components bind these to assignment(=).

import { maybeBoundAssignment } from '../../analysis/expressions/generic.ts';
import type { Component, DerivedType, Typed } from '../../program/symbols/semantics.ts';
import type { Emitter } from '../writer/emitter.ts';
import { componentNode } from '../writer/type-parts.ts';

const cache = new WeakMap<DerivedType, boolean>();

// True when assignment of the type calls procedures of its components.
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
  // Allocatable components are copied, as gfortran does it.
  if (c.pointer || c.allocatable || c.type.base !== 'derived' || c.type.derived!.opaque) return false;
  return assignmentOf(type, c, 'p', 'q') !== undefined || assignsComponents(c.type.derived!);
}

// Only procedures that the component's type binds count, not procedures of interfaces.
export function assignmentOf(type: DerivedType, c: Component, p: string, q: string): Typed | undefined {
  // The type itself binds the deferred procedures of an abstract parent, for the whole object.
  if (c.type.derived!.abstract) return undefined;
  const target = componentNode(type, `(*${p})`, c);
  const value = componentNode(type, `(*${q})`, c);
  return maybeBoundAssignment(type.scope, target, value, c.at);
}

/**
 * True when the printed code assigns values of the type by the procedures of its components. Initial values,
 * constructors, temporaries and ALLOCATE only copy them.
 */
export function assignsByProcedures(em: Emitter, type: DerivedType): boolean {
  return em.assigning && assignsComponents(type);
}
