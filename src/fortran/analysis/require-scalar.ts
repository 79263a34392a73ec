// Places where only a scalar can stand.

import { describeType } from '../program/describe-type.ts';
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
