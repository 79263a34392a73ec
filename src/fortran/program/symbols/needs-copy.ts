// Requirements that a derived type has when its objects are created, copied and destroyed.

import type { DerivedType, Type, Typed } from './semantics.ts';

/** True if a value owns memory or is finalised, so that a plain C copy is not enough. */
export const needsCopy = remember(
  ({ finals, components }) =>
    finals.length > 0 ||
    components.some(
      (c) => c.allocatable || (!c.pointer && c.type.base === 'derived' && needsCopy(c.type.derived!)),
    ),
);

/** True if final procedures are called for a value of the type or for parts of it. */
export const isFinalised = remember(
  ({ finals, components }) =>
    finals.length > 0 ||
    components.some((c) => !c.pointer && c.type.base === 'derived' && isFinalised(c.type.derived!)),
);

/** True if objects of the type may contain pointers. */
export function mayHoldPointers({ base, derived }: Type): boolean {
  return base === 'class' || base === 'class-star' || (base === 'derived' && holdsPointers(derived!));
}

const holdsPointers = remember(({ components }) =>
  components.some(
    (c) => c.pointer || (c.allocatable && c.type.base === 'derived') || mayHoldPointers(c.type),
  ),
);

// Caches the result of a test for each type. Until a result is known, it counts as false, because types may contain
// themselves.
function remember(test: (type: DerivedType) => boolean): (type: DerivedType) => boolean {
  const known = new WeakMap<DerivedType, boolean>();
  return (type) => {
    if (type.opaque) return false;
    if (!known.has(type)) {
      known.set(type, false);
      known.set(type, test(type));
    }
    return known.get(type)!;
  };
}

/**
 * True if a function result of the type is destroyed after the statement, so that code that keeps the result must copy
 * it. This is the case for polymorphic values, and for values that own memory or are finalised.
 */
export function endsWithStatement({ base, derived }: Type): boolean {
  return base === 'class' || (base === 'derived' && needsCopy(derived!));
}

/**
 * True if code may keep the value of an expression without copying it, because the value is not destroyed after the
 * statement.
 */
export function canBeTaken(e: Typed): boolean {
  const { base, derived } = e.type;
  if (base !== 'derived' || !needsCopy(derived!)) return false;
  if (e.k === 'structure') return true;
  return e.k === 'call' && !e.target.procedure.result?.pointer && !isFinalised(derived!);
}

/** True if a variable of the type must be initialised. */
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
