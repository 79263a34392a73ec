// Tables that identify types at run time, and C code that destroys an element of a type.

import { suffix } from '../../program/c/c-types.ts';
import { isWide } from '../../program/constants/wide-characters.ts';
import { needsCopy } from '../../program/symbols/needs-copy.ts';
import type { Type } from '../../program/symbols/semantics.ts';

/** C expression for the table of a type; for a polymorphic value, the table to which its pointer leads. */
export function typeTable(type: Type, pointer: string): string {
  const { base, derived } = type;
  if (base === 'derived') return opaqueTable(type) ?? `&${derived!.cName}_type`;
  if (base === 'class') return pointer === '' ? `&${derived!.cName}_type` : `f_table(${pointer})`;
  if (base === 'character') return isWide(type) ? '&f_type_character4' : '&f_type_character';
  return /^(integer|unsigned|real|complex|logical)$/.test(base)
    ? `&f_type_${suffix(type)}`
    : '((const ftype *)0)';
}

function opaqueTable({ derived }: Type): string | undefined {
  if (!derived?.opaque) return undefined;
  return derived.opaque === 'number' ? '&f_type_i4' : `&f_type_${derived.opaque}`;
}

/** C expression for the function that destroys an element of an allocatable array; 0 if there is nothing to destroy. */
export function releaseOf(type: Type, descriptor: string): string {
  if (type.base === 'class' || type.base === 'class-star') return `f_free_of(${descriptor})`;
  const inner = type.base === 'derived' ? type.derived : undefined;
  return inner && !inner.opaque && needsCopy(inner) ? `(ffree)${inner.cName}_free` : '0';
}

/** C code that destroys the value of an allocatable variable as its type requires. */
export function freeText(name: string, type: Type, rank: number): string {
  const inner = type.derived;
  const deep = inner && !inner.opaque && type.base === 'derived' && needsCopy(inner);
  if (rank > 0) return `f_free_array(&${name}, ${releaseOf(type, `&${name}`)});`;
  if (type.base === 'character') return `free(${name}.p);`;
  if (type.base === 'class-star') return `f_end_any(&${name});`;
  if (type.base === 'class') return `f_destroy(${name});`;
  return deep ? `if (${name}) { ${inner.cName}_free(${name}); free(${name}); }` : `free(${name});`;
}
