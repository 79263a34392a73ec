// The dynamic type of polymorphic values in C: the table that goes with a scalar or with the descriptor of an array.
import { cType } from '../program/c-types.ts';
import { isAllocatable, isDesignator, isPointer } from '../program/designator.ts';
import type { Type, Typed } from '../program/semantics.ts';
import { arrayValue, loops } from './emit-array.ts';
import { anyValue } from './emit-assign.ts';
import { lvalue, pointerCell } from './emit-designator.ts';
import { characterLength } from './emit-inquiry.ts';
import { chars } from './emit-scalar.ts';
import { layoutOf } from './emit-section.ts';
import { elementAddress, type Layout } from './emit-storage.ts';
import type { Emitter } from './emitter.ts';
import { typeTable } from './type-tables.ts';

/** Whether a type is CLASS(…) or CLASS(*). */
export function isPolymorphic(type: Type): boolean {
  return type.base === 'class' || type.base === 'class-star';
}

/** C expression for the table of the dynamic type of a value, scalar or array. */
export function tableOf(em: Emitter, e: Typed): string {
  if (!isPolymorphic(e.type)) return typeTable(e.type, '');
  if (e.rank > 0) return hasLayout(e) ? tableOfLayout(layoutOf(em, e)) : declaredTable(e.type);
  if (e.type.base === 'class-star') return `${pointerCell(em, e)}.t`;
  return `f_table(&${lvalue(em, e)})`;
}

/** The same for what gives a type only, and need not be allocated or associated: it has its declared type then. */
export function moldTable(em: Emitter, e: Typed): string {
  if (e.type.base !== 'class') return tableOf(em, e);
  const declared = declaredTable(e.type);
  if (e.rank === 0)
    return isPointer(e) || isAllocatable(e)
      ? `f_table_or(${pointerCell(em, e)}, ${declared})`
      : tableOf(em, e);
  const table = em.temporary('const ftype *', tableOf(em, e));
  return `(${table} ? ${table} : ${declared})`;
}

function hasLayout(e: Typed): boolean {
  return isDesignator(e) || e.k === 'layout';
}

/** C expression for the table of the dynamic type of the elements of an array. */
export function tableOfLayout(layout: Layout): string {
  return isPolymorphic(layout.type) && layout.table !== undefined ? layout.table : declaredTable(layout.type);
}

/** C expression for the size of an element of an array, characters aside. */
export function elementBytes(layout: Layout, cTypeName: string): string {
  if (!isPolymorphic(layout.type) || layout.table === undefined) return `(int32_t)sizeof(${cTypeName})`;
  if (layout.type.base === 'class') return `${layout.table}->size`;
  return `f_element_bytes(${layout.table}, ${layout.length})`;
}

/** C expression for the table of a declared type. */
export function declaredTable(type: Type): string {
  return typeTable(type.base === 'class' ? { ...type, base: 'derived' } : type, '');
}

/** Copies values into the elements of a polymorphic array by the table of their type. */
export function copyElements(em: Emitter, object: Typed, source: Typed): void {
  const to = layoutOf(em, object);
  const from = source.rank > 0 ? arrayValue(em, source) : undefined;
  const table = em.temporary('const ftype *', tableOf(em, source));
  const bytes = em.temporary('int32_t', elementSizeOf(em, source));
  const single = from ? '' : em.temporary('void *', addressOfValue(em, source));
  loops(
    em,
    to.dims.map((d) => em.fixed(d.extent)),
    (i) => {
      const element = from ? addressOfElement(em, from.at(i)) : single;
      em.line(`f_copy_element(${elementAddress(to, i)}, ${element}, ${table}, ${bytes});`);
    },
  );
}

/** C expression for the size of a scalar, or of an element of an array. */
export function elementSizeOf(em: Emitter, e: Typed): string {
  if (e.type.base === 'character') return characterLength(em, e);
  if (!isPolymorphic(e.type)) return `(int32_t)sizeof(${cType(e.type)})`;
  if (e.rank > 0)
    return hasLayout(e) ? elementBytes(layoutOf(em, e), cType(e.type)) : `(int32_t)sizeof(${cType(e.type)})`;
  return e.type.base === 'class-star' ? `f_any_size(${anyValue(em, e)})` : `${tableOf(em, e)}->size`;
}

function addressOfElement(em: Emitter, e: Typed & { k: 'raw' }): string {
  if (e.type.base === 'character') return e.c;
  return e.lvalue ? `&${e.c}` : `&${em.temporary(cType(e.type), e.c)}`;
}

/** The address of a scalar as an untyped pointer. */
export function addressOfValue(em: Emitter, e: Typed): string {
  if (e.type.base === 'class-star') return `${pointerCell(em, e)}.p`;
  if (e.type.base === 'character') return `(void *)${chars(em, e).p}`;
  return `(void *)&${lvalue(em, e)}`;
}
