// Where arrays lie in memory, and arrays as values of which elements are asked for.

import { cType } from '../program/c-types.ts';
import type { Type, Typed } from '../program/semantics.ts';
import { add, multiply } from './c-text.ts';
import type { Emitter } from './emitter.ts';
import { chars, scalar } from './expressions.ts';

/** How the elements of an array lie in memory: `pointer` plus offsets in elements or bytes. */
export interface Layout {
  type: Type;
  /** typed pointer for unit 'element', `char *` for unit 'byte' */
  pointer: string;
  unit: 'element' | 'byte';
  dims: { low: string; extent: string; stride: string; index?: (i: string) => string }[];
  /** length of character elements */
  length: string;
  /** elements follow each other without gaps */
  contiguous: boolean;
  /** the elements have no values yet */
  fresh?: boolean;
  /** of a pointer or allocatable array: C expression that is null when it has no elements at all */
  holder?: { cell: string; pointer: boolean; name: string };
  /** C expression for the table of the dynamic type, where the array is polymorphic */
  table?: string;
}

function stripParentheses(c: string): string {
  return /^\([^()]*\)$/.test(c) ? c.slice(1, -1) : c;
}

/** Address of an element by zero-based indices: a typed pointer, or `char *` for characters. */
export function elementAddress(layout: Layout, indices: readonly string[]): string {
  const offset = layout.dims
    .map((dim, i) => (dim.index ? dim.index(indices[i]!) : multiply(indices[i]!, dim.stride)))
    .reduce(add, '0');
  if (layout.unit === 'element') return offset === '0' ? layout.pointer : `(${layout.pointer} + ${offset})`;
  const address = offset === '0' ? layout.pointer : `(${layout.pointer} + ${offset})`;
  if (layout.type.base === 'character') return address;
  return `((${cType(layout.type)} *)(${address}))`;
}

/** An element as an lvalue by zero-based indices. */
export function elementLvalue(layout: Layout, indices: readonly string[]): string {
  if (layout.unit !== 'element') return `(*${elementAddress(layout, indices)})`;
  const offset = layout.dims
    .map((dim, i) => (dim.index ? dim.index(indices[i]!) : multiply(indices[i]!, dim.stride)))
    .reduce(add, '0');
  return `${layout.pointer}[${stripParentheses(offset)}]`;
}

/** An array whose elements are computed where they are asked for, by zero-based indices. */
export interface ArrayValue {
  type: Type;
  shape: string[];
  /** the element as a node that is printed already */
  at(indices: readonly string[]): Typed & { k: 'raw' };
  layout?: Layout;
}

/** A layout as an array value. */
export function layoutValue(layout: Layout, at = 0): ArrayValue {
  const character = layout.type.base === 'character';
  return {
    type: layout.type,
    shape: layout.dims.map((d) => d.extent),
    layout,
    at: (indices) => ({
      k: 'raw',
      at,
      type: layout.type,
      rank: 0,
      c: character ? elementAddress(layout, indices) : elementLvalue(layout, indices),
      n: character ? layout.length : undefined,
      lvalue: true,
      ...(layout.fresh ? { fresh: true } : {}),
    }),
  };
}

/** Prints a nest of loops over a shape, first index innermost. */
export function loops(em: Emitter, shape: readonly string[], body: (indices: string[]) => void): void {
  const indices = shape.map(() => em.printer.fresh('I'));
  for (let d = shape.length - 1; d >= 0; d--) {
    em.line(`for (int32_t ${indices[d]} = 0; ${indices[d]} < ${shape[d]}; ${indices[d]}++) {`);
  }
  body(indices);
  em.line('}'.repeat(shape.length));
}

/** A scalar node printed to C text. */
export function rawOf(em: Emitter, e: Typed): Typed & { k: 'raw' } {
  if (e.k === 'raw') return e;
  if (e.type.base === 'character') {
    const value = chars(em, e);
    return { k: 'raw', at: e.at, type: e.type, rank: 0, c: value.p, n: value.n, lvalue: true };
  }
  return { k: 'raw', at: e.at, type: e.type, rank: 0, c: scalar(em, e), lvalue: false };
}
