// Contexts that allow only a scalar or only a pointer.

import { describeType } from '../../program/constants/constants.ts';
import { isPointer } from '../../program/symbols/designator.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import { refuse } from '../../source/diagnostics.ts';

/** Returns the value, or throws if it is an array. */
export function requireScalar(value: Typed): Typed {
  if (value.rank === 0) return value;
  refuse(value.at, `Expected a scalar, got an array (${describeType(value.type)}).`);
}

/** Returns a loop bound or step. Throws if it is not an integer or, with `reals`, neither an integer nor a real. */
export function requireBound(value: Typed, reals: boolean): Typed {
  const { base } = requireScalar(value).type;
  if (base === 'integer' || (reals && base === 'real')) return value;
  refuse(
    value.at,
    `The bounds and the step of a loop must be integers${reals ? ' or reals' : ''}; this is ${describeType(value.type)}.`,
  );
}

/** Error message for a value that is not a pointer; undefined for a pointer. */
export function pointerFault(e: Typed): string | undefined {
  if (isPointer(e)) return undefined;
  if (e.type.base === 'procedure') {
    // A component of type "procedure" is always a pointer, whereas a name may denote the procedure itself.
    if (e.k !== 'procedure' || e.sym?.pointer) return undefined;
    return `"${e.procedure.name}" is a procedure, but not a pointer.`;
  }
  return e.rank > 0
    ? 'Expected a pointer or allocatable array.'
    : `Expected a pointer or an allocatable variable, got ${describeType(e.type)}.`;
}
