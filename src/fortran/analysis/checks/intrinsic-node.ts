// Checks the typed arguments of an intrinsic function: existing dimensions, pointers, procedures.

import { intrinsicFunction, placeOfArgument } from '../../intrinsics/rows/intrinsics.ts';
import { maybeInteger } from '../../program/constants/constants.ts';
import { describeType } from '../../program/constants/describe-type.ts';
import type { IntrinsicNode, Typed } from '../../program/symbols/semantics.ts';
import { FortranError } from '../../source/diagnostics.ts';

/** Throws for an argument that the function does not accept. */
export function checkIntrinsicNode(e: IntrinsicNode): void {
  checkDimension(e);
  const [first] = e.arguments;
  if (!first) return;
  if (e.name === 'present' && first.k !== 'variable' && !(first.k === 'procedure' && first.sym))
    throw new FortranError(first.at, 'PRESENT takes the name of a dummy argument.');
  if (e.name === 'kind')
    throw new FortranError(
      first.at,
      `KIND takes a value of an intrinsic type; this is ${describeType(first.type)}.`,
    );
  if (OF_VALUES.has(e.name) && first.k === 'null')
    throw new FortranError(first.at, `NULL() has no value and cannot be an argument of "${e.name}".`);
  if (e.name === 'c_funloc' && !isProcedure(first)) throw new FortranError(first.at, 'Expected a procedure.');
}

/** Functions that read their argument or its address. */
const OF_VALUES = new Set('is_contiguous adjustl adjustr len len_trim trim repeat'.split(' '));

function checkDimension({ name, arguments: list }: IntrinsicNode): void {
  const array = list[0];
  const asked = /^(size|[lu]bound)$/.test(name) ? list[1] : undefined;
  const place = maybeInteger(asked);
  if (array && asked && place !== undefined && array.rank > 0 && (place < 1 || place > array.rank))
    throw new FortranError(asked.at, `The array has no dimension ${place}.`);
  const intrinsic = intrinsicFunction(name);
  const dim = intrinsic && list[placeOfArgument(intrinsic, 'dim')];
  const n = maybeInteger(dim);
  if (!array || !dim || n === undefined || /cobound|image/.test(name)) return;
  if (array.rank <= 0 && name !== 'spread') return;
  const most = name === 'spread' ? array.rank + 1 : array.rank;
  if (n < 1 || n > most)
    throw new FortranError(dim.at, `DIM is ${n}, but the array has ${most} dimension(s).`);
}

function isProcedure(e: Typed): boolean {
  return e.type.base === 'procedure' || e.k === 'null' || e.k === 'call';
}
