// Places where only a scalar, or only a pointer, can stand.

import { describeType } from '../program/describe-type.ts';
import { isPointer } from '../program/designator.ts';
import type { Typed } from '../program/semantics.ts';
import { FortranError } from '../source/diagnostics.ts';

/** The value itself; throws when it is an array. */
export function requireScalar(value: Typed): Typed {
  if (value.rank === 0) return value;
  throw new FortranError(
    value.at,
    `An array can not stand here, where a scalar is expected (${describeType(value.type)}).`,
  );
}

/** Throws when a value is no pointer. */
export function requirePointer(e: Typed): void {
  if (isPointer(e)) return;
  throw new FortranError(
    e.at,
    e.rank > 0
      ? 'Expected a pointer or allocatable array.'
      : `Expected a pointer or an allocatable variable, not ${describeType(e.type)}.`,
  );
}
