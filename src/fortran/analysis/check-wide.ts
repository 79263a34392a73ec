// Where characters of kind 4 can stand: what counts their bytes, or takes text of kind 1, refuses them by name.

import type { IntrinsicNode, Type, Typed } from '../program/semantics.ts';
import { isWide } from '../program/wide-characters.ts';
import { FortranError, type Position } from '../source/diagnostics.ts';

/** Intrinsic procedures that know the kind of their characters, or move values whatever they are. */
const KNOWING: ReadonlySet<string> = new Set(
  (
    'adjustl adjustr ichar iachar index len len_trim max min maxval minval maxloc minloc findloc repeat scan trim verify ' +
    'kind merge transfer storage_size sizeof c_sizeof size shape lbound ubound rank allocated associated present spread ' +
    'reshape pack unpack cshift eoshift transpose new_line loc c_loc is_contiguous same_type_as extends_type_of lnblnk'
  ).split(' '),
);

/** Throws where an intrinsic procedure takes characters of kind 1 only. */
export function checkWideArguments(e: IntrinsicNode): void {
  if (KNOWING.has(e.name) || e.name === 'call move_alloc' || e.name === 'call c_f_pointer') return;
  const wide = e.arguments.find((a) => a && isWide(a.type));
  if (wide)
    throw new FortranError(
      wide.at,
      `"${e.name.replace('call ', '')}" takes characters of kind 1; these are of kind 4.`,
    );
}

/** Throws for a value of kind 4 where text of kind 1 is wanted. */
export function requireDefaultCharacters(value: Typed | undefined, at: Position, what: string): void {
  if (value && isWide(value.type))
    throw new FortranError(at, `${what} of characters of kind 4 is not supported: only of kind 1.`);
}

/** Whether a value of a type is of characters of kind 4, or has such parts. */
export function hasWideParts(type: Type, seen = new Set<unknown>()): boolean {
  if (isWide(type)) return true;
  if (!type.derived || seen.has(type.derived)) return false;
  seen.add(type.derived);
  return type.derived.components.some((c) => hasWideParts(c.type, seen));
}
