// C code for types and their parts: fields, elements, components as expression nodes, the tables that identify types at
// run time, and code that destroys an element.

import { type Layout, objectNode } from '../../program/c/c-arrays.ts';
import { suffix } from '../../program/c/c-text.ts';
import { constantShape } from '../../program/constants/constants.ts';
import { isWide } from '../../program/constants/wide-characters.ts';
import { needsCopy } from '../../program/symbols/needs-copy.ts';
import type { Component, DerivedType, Type, Typed } from '../../program/symbols/semantics.ts';
import type { Emitter } from './emitter.ts';

export function componentNode(type: DerivedType, c: string, component: Component): Typed {
  return {
    k: 'component',
    at: component.at,
    type: component.type,
    rank: component.dims?.length ?? 0,
    base: objectNode({ at: type.at, type: { base: 'derived', kind: 0, derived: type } }, c),
    component,
  };
}

export function fieldName(component: Component): string {
  return `${component.name}_`;
}

/** Prints a statement for each element of an array component, or for a scalar component. */
export function eachElement(em: Emitter, component: Component, print: (element: string) => void): void {
  const field = `p->${fieldName(component)}`;
  if (!component.dims) {
    print(field);
    return;
  }
  const count = constantShape(component.dims)!.reduce((a, b) => a * b, 1);
  em.inBraces(`for (int32_t I_ = 0; I_ < ${count}; I_++)`, () => print(`${field}[I_]`));
}

/** True if a type is CLASS(…) or CLASS(*). */
export function isPolymorphic(type: Type): boolean {
  return type.base === 'class' || type.base === 'class-star';
}

export function declaredTable(type: Type): string {
  return typeTable(type.base === 'class' ? { ...type, base: 'derived' } : type, '');
}

/** C expression for the table of the dynamic type of an array's elements. */
export function tableOfLayout(layout: Layout): string {
  return isPolymorphic(layout.type) && layout.table !== undefined ? layout.table : declaredTable(layout.type);
}

/** C expression for the size of an array element that is not of type CHARACTER. */
export function elementBytes(layout: Layout, cTypeName: string): string {
  if (!isPolymorphic(layout.type) || layout.table === undefined) return `(int32_t)sizeof(${cTypeName})`;
  if (layout.type.base === 'class') return `${layout.table}->size`;
  return `f_element_bytes(${layout.table}, ${layout.length})`;
}

/** C expression for the table of a type; for a polymorphic value, the table that its pointer points to. */
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
