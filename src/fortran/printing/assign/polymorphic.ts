// The dynamic type of polymorphic values in C: a type table, stored next to a scalar or in an array's descriptor.

import { elementAddress, layoutValue } from '../../program/c/c-arrays.ts';
import { cType } from '../../program/c/c-text.ts';
import { isAllocatable, isDesignator, isPointer } from '../../program/symbols/designator.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import { pointerCell } from '../designators/designator.ts';
import { layoutOf } from '../designators/section.ts';
import type { Emitter } from '../writer/emitter.ts';
import { arrayValue, characterLength, chars, fixedLoops, lvalue } from '../writer/expressions.ts';
import {
  declaredTable,
  elementBytes,
  isPolymorphic,
  tableOfLayout,
  typeTable,
} from '../writer/type-parts.ts';
import { anyValue } from './assign.ts';

/** C expression for the table that describes the dynamic type of a scalar or array. */
export function tableOf(em: Emitter, e: Typed): string {
  if (!isPolymorphic(e.type)) return typeTable(e.type, '');
  if (e.rank > 0) {
    if (hasLayout(e)) return tableOfLayout(layoutOf(em, e));
    const first = e.k === 'paren' ? e.operand : e.k === 'intrinsic' ? e.arguments[0] : undefined;
    return first ? tableOf(em, first) : declaredTable(e.type);
  }
  if (e.type.base === 'class-star') return `${pointerCell(em, e)}.t`;
  return `f_table(&${lvalue(em, e)})`;
}

/**
 * C expression for the table of a value that is used only for its type; the declared type's table if the value is not
 * allocated or associated.
 */
export function moldTable(em: Emitter, e: Typed): string {
  if (e.type.base !== 'class') return tableOf(em, e);
  const declared = declaredTable(e.type);
  if (e.rank === 0 && !isPointer(e) && !isAllocatable(e)) return tableOf(em, e);
  if (e.rank === 0) return `f_table_or(${pointerCell(em, e)}, ${declared})`;
  const table = em.temporary('const ftype *', tableOf(em, e));
  return `(${table} ? ${table} : ${declared})`;
}

function hasLayout(e: Typed): boolean {
  return isDesignator(e) || e.k === 'layout';
}

/** Copies values into the elements of a polymorphic array, using their type's table. */
export function copyElements(em: Emitter, object: Typed, source: Typed): void {
  const to = layoutOf(em, object);
  const from = source.rank > 0 ? arrayValue(em, source) : undefined;
  const table = em.temporary('const ftype *', tableOf(em, source));
  const bytes = em.temporary('int32_t', elementSizeOf(em, source));
  const single = from ? '' : em.temporary('void *', addressOfValue(em, source));
  fixedLoops(em, layoutValue(to).shape, (i) => {
    const element = from ? addressOfElement(em, from.at(i)) : single;
    em.line(`f_copy_element(${elementAddress(to, i)}, ${element}, ${table}, ${bytes});`);
  });
}

/** C expression for the size of a scalar or an array element. */
export function elementSizeOf(em: Emitter, e: Typed): string {
  if (e.type.base === 'character') return characterLength(em, e);
  if (!isPolymorphic(e.type) || (e.rank > 0 && !hasLayout(e))) return `(int32_t)sizeof(${cType(e.type)})`;
  if (e.rank > 0) return elementBytes(layoutOf(em, e), cType(e.type));
  return e.type.base === 'class-star' ? `f_any_size(${anyValue(em, e)})` : `${tableOf(em, e)}->size`;
}

function addressOfElement(em: Emitter, e: Typed & { k: 'raw' }): string {
  if (e.type.base === 'character') return e.c;
  return e.lvalue ? `&${e.c}` : `&${em.temporary(cType(e.type), e.c)}`;
}

export function addressOfValue(em: Emitter, e: Typed): string {
  if (e.type.base === 'class-star') return `${pointerCell(em, e)}.p`;
  if (e.type.base === 'character') return `(void *)${chars(em, e).p}`;
  return `(void *)&${lvalue(em, e)}`;
}
