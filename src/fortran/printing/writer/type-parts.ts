// C code for types and their parts: fields, elements, and components as expression nodes.

import type { Layout } from '../../program/c/c-arrays.ts';
import { objectNode } from '../../program/c/c-arrays.ts';
import { constantShape } from '../../program/constants/constants.ts';
import type { Component, DerivedType, Type, Typed } from '../../program/symbols/semantics.ts';
import type { Emitter } from './emitter.ts';
import { typeTable } from './type-tables.ts';

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

/** The C name of a component. */
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

/** C expression for the table of a declared type. */
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
