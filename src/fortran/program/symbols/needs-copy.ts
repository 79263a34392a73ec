// Requirements of a derived type when its objects begin, are copied and end.

import type { DerivedType, Type, Typed } from './semantics.ts';

/** True when a value owns memory or is finalised, so that a plain C copy is not enough. */
export function needsCopy(type: DerivedType): boolean {
  if (type.opaque) return false;
  const known = copyCache.get(type);
  if (known !== undefined) return known;
  copyCache.set(type, false);
  const needs =
    type.finals.length > 0 ||
    type.components.some(
      (c) => c.allocatable || (!c.pointer && c.type.base === 'derived' && needsCopy(c.type.derived!)),
    );
  copyCache.set(type, needs);
  return needs;
}

const copyCache = new WeakMap<DerivedType, boolean>();

/** True when final procedures are called for a value of the type, or for its parts. */
export function isFinalised(type: DerivedType): boolean {
  if (type.opaque) return false;
  const known = finalisedCache.get(type);
  if (known !== undefined) return known;
  finalisedCache.set(type, false);
  const finalised =
    type.finals.length > 0 ||
    type.components.some((c) => !c.pointer && c.type.base === 'derived' && isFinalised(c.type.derived!));
  finalisedCache.set(type, finalised);
  return finalised;
}

const finalisedCache = new WeakMap<DerivedType, boolean>();

/**
 * True when a function result of the type ends with the statement, so that code that keeps it needs a copy: polymorphic
 * values, and values that own memory or are finalised.
 */
export function endsWithStatement({ base, derived }: Type): boolean {
  return base === 'class' || (base === 'derived' && needsCopy(derived!));
}

/** True when code may keep the value of an expression without a copy, because it does not end with the statement. */
export function canBeTaken(e: Typed): boolean {
  const { base, derived } = e.type;
  if (base !== 'derived' || !needsCopy(derived!)) return false;
  if (e.k === 'structure') return true;
  return e.k === 'call' && !e.target.procedure.result?.pointer && !isFinalised(derived!);
}

/** True when a variable of the type must be initialised. */
export function needsInit(type: DerivedType): boolean {
  if (type.opaque) return false;
  if (type.extensible || needsCopy(type) || type.instance?.lengths.length) return true;
  return type.components.some(
    (c) =>
      c.initialSource !== undefined ||
      c.pointer ||
      c.type.base === 'procedure' ||
      (c.type.base === 'derived' && needsInit(c.type.derived!)),
  );
}
