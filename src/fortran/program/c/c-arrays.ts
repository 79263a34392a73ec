// The layout of arrays in memory, and arrays as values whose elements are computed on request.

import type { Position } from '../../source/diagnostics.ts';
import type { Node, Type, Typed } from '../symbols/semantics.ts';
import { add, cType, multiply } from './c-text.ts';

/** The layout of an array's elements in memory: `pointer` plus offsets in elements or bytes. */
export interface Layout {
  type: Type;
  /** A typed pointer for unit 'element', `char *` for unit 'byte'. */
  pointer: string;
  unit: 'element' | 'byte';
  dims: { low: string; extent: string; stride: string; index?: (i: string) => string }[];
  length: string;
  /** True if there are no gaps between the elements. */
  contiguous: boolean;
  /** True if the elements do not have values yet. */
  fresh?: boolean | undefined;
  /** For a pointer or allocatable array: a C expression that is null while the array has no memory. */
  holder?: { cell: string; pointer: boolean; name: string };
  /** C expression for the table that describes the dynamic type, if the array is polymorphic */
  table?: string | undefined;
}

function stripParentheses(c: string): string {
  return /^\([^()]*\)$/.test(c) ? c.slice(1, -1) : c;
}

function offsetOf({ dims }: Layout, indices: readonly string[]): string {
  return dims
    .map((dim, i) => (dim.index ? dim.index(indices[i]!) : multiply(indices[i]!, dim.stride)))
    .reduce(add, '0');
}

/** The address of the element with these zero-based indices: a typed pointer, or `char *` for characters. */
export function elementAddress(layout: Layout, indices: readonly string[]): string {
  const offset = offsetOf(layout, indices);
  if (layout.unit === 'element') return offset === '0' ? layout.pointer : `(${layout.pointer} + ${offset})`;
  const address = offset === '0' ? layout.pointer : `(${layout.pointer} + ${offset})`;
  if (layout.type.base === 'character') return address;
  return `((${cType(layout.type)} *)(${address}))`;
}

/** The element with these zero-based indices as an lvalue. */
export function elementLvalue(layout: Layout, indices: readonly string[]): string {
  if (layout.unit !== 'element') return `(*${elementAddress(layout, indices)})`;
  return `${layout.pointer}[${stripParentheses(offsetOf(layout, indices))}]`;
}

/** An array whose elements are computed on request, given zero-based indices. */
export interface ArrayValue {
  type: Type;
  shape: string[];
  /** The element as a node that has already been printed. */
  at(indices: readonly string[]): Node<'raw'>;
  layout?: Layout;
}

/** A scalar object given as C code, as a node; characters have a length. */
export function objectNode({ at, type }: Pick<Typed, 'at' | 'type'>, c: string, n?: string): Node<'raw'> {
  return { k: 'raw', at, type, rank: 0, c, n, lvalue: true };
}

/** A scalar value that is not an object, given as C code. */
export function valueNode(like: Pick<Typed, 'at' | 'type'>, c: string, n?: string): Node<'raw'> {
  return { ...objectNode(like, c, n), lvalue: false };
}

export function layoutValue(layout: Layout, at = 0): ArrayValue {
  const character = layout.type.base === 'character';
  return {
    type: layout.type,
    shape: layout.dims.map((d) => d.extent),
    layout,
    at: (indices) => ({
      ...(character
        ? objectNode({ at, type: layout.type }, elementAddress(layout, indices), layout.length)
        : objectNode({ at, type: layout.type }, elementLvalue(layout, indices))),
      fresh: layout.fresh,
    }),
  };
}

/** An array in memory as an expression node. */
export function layoutNode(layout: Layout, at: Position): Typed {
  return { k: 'layout', at, type: layout.type, rank: layout.dims.length, value: layoutValue(layout, at) };
}

/** The layout of contiguous elements. */
export function compactLayout(type: Type, pointer: string, shape: readonly string[], length: string): Layout {
  const character = type.base === 'character';
  let stride = character ? length : '1';
  const dims = shape.map((n) => {
    const dim = { low: '1', extent: n, stride };
    stride = multiply(stride, n);
    return dim;
  });
  return { type, pointer, unit: character ? 'byte' : 'element', dims, length, contiguous: true };
}
