// Arrays of polymorphic elements that result from intrinsic functions, vector subscripts and parentheses: copies that
// keep the dynamic type. An intrinsic function rearranges the addresses of the elements, which are then copied with
// their type's table.

import {
  type ArrayValue,
  elementAddress,
  type Layout,
  layoutNode,
  layoutValue,
  objectNode,
  valueNode,
} from '../../program/c/c-arrays.ts';
import { cType, multiply, sizeProduct } from '../../program/c/c-text.ts';
import { INTEGER } from '../../program/constants/constants.ts';
import type { IntrinsicNode, Typed } from '../../program/symbols/semantics.ts';
import { anyValue } from '../assign/assign.ts';
import { addressOfValue, elementSizeOf, tableOf } from '../assign/polymorphic.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { arrayValue, loops, materialise, scalar } from '../writer/expressions.ts';
import { isPolymorphic, tableOfLayout } from '../writer/type-parts.ts';

/** Copies the elements of a polymorphic array into consecutive memory, keeping their dynamic type. */
export function cloneElements(em: Emitter, e: Typed, value: ArrayValue): Layout {
  const address = (i: Indices): string =>
    value.layout ? elementAddress(value.layout, i) : `&${value.at(i).c}`;
  return clone(em, e, value.shape, address, { table: tableOf(em, e), bytes: elementSizeOf(em, e) });
}

/** The array that an intrinsic function builds from polymorphic elements. */
export function gatherElements(em: Emitter, e: IntrinsicNode): Layout {
  const sources = e.arguments.map((a) => (a && isSource(a) ? addressesOf(em, a) : undefined));
  const [first] = sources;
  for (const other of sources.slice(1))
    if (other)
      em.line(
        `f_check_same_type(${first!.table}, ${other.table}, "${e.name.toUpperCase()}", ${placeOf(e.at)});`,
      );
  const args = e.arguments.map((a, i) => sources[i]?.node ?? a);
  const value = arrayValue(em, { ...e, type: INTEGER, arguments: args });
  const address = (i: Indices): string => `(void *)${scalar(em, value.at(i))}`;
  return owned(em, clone(em, e, value.shape, address, first!));
}

/** A copy of a scalar in separate memory, which exists until the end of the statement. */
export function copyOfScalar(em: Emitter, e: Typed): Typed {
  const table = em.temporary('const ftype *', tableOf(em, e));
  const bytes = em.temporary('int32_t', elementSizeOf(em, e));
  const p = em.inArena('void *', `f_alloc(${bytes})`);
  em.line(`f_copy_element(${p}, ${addressOfValue(em, e)}, ${table}, ${bytes});`);
  em.line(`if (${table}) f_own_temporary(${p}, 1, ${table});`);
  if (e.type.base === 'class-star')
    return objectNode(e, em.temporary('fclass', `{${p}, ${anyValue(em, e)}.len, ${table}}`));
  if (e.type.base === 'character') return objectNode(e, em.temporary('char *', p), bytes);
  return objectNode(e, `(*(${cType(e.type)} *)${p})`);
}

/** A copy of the elements, which exists until the end of the statement. */
export function copyOfElements(em: Emitter, layout: Layout): Layout {
  return owned(em, cloneElements(em, layoutNode(layout, 0), layoutValue(layout)));
}

function owned(em: Emitter, { pointer, dims, table, ...copy }: Layout): Layout {
  const count = dims.map((d) => d.extent).reduce(multiply, '1');
  em.line(`if (${table}) f_own_temporary(${pointer}, ${count}, ${table});`);
  return { ...copy, pointer, dims, table };
}

type Indices = readonly string[];

/** C expressions for the dynamic type of the elements and for their size. */
interface Elements {
  readonly table: string;
  readonly bytes: string;
}

interface Source extends Elements {
  readonly node: Typed;
}

function isSource({ type }: Typed): boolean {
  return isPolymorphic(type) || (type.base === 'derived' && !type.derived!.opaque);
}

function addressesOf(em: Emitter, e: Typed): Source {
  const own = { at: e.at, type: INTEGER, rank: e.rank };
  if (e.rank === 0) {
    const c = em.temporary('int32_t', `(int32_t)(intptr_t)${addressOfValue(em, e)}`);
    const table = em.temporary('const ftype *', tableOf(em, e));
    return { node: objectNode(own, c), table, bytes: em.temporary('int32_t', elementSizeOf(em, e)) };
  }
  const layout = materialise(em, e);
  const known = layoutNode(layout, e.at);
  const value: ArrayValue = {
    type: INTEGER,
    shape: layout.dims.map((d) => d.extent),
    at: (i) => valueNode(own, `(int32_t)(intptr_t)${elementAddress(layout, i)}`),
  };
  return {
    node: { k: 'layout', ...own, value },
    table: em.temporary('const ftype *', tableOfLayout(layout)),
    bytes: em.temporary('int32_t', elementSizeOf(em, known)),
  };
}

function clone(
  em: Emitter,
  e: Typed,
  extents: Indices,
  address: (i: Indices) => string,
  of: Elements,
): Layout {
  const shape = extents.map((n) => em.fixed(n));
  const table = em.once('const ftype *', of.table);
  const bytes = em.once('int32_t', of.bytes);
  const pointer = em.inArena('char *', `f_alloc(${shape.reduce(sizeProduct, bytes)})`);
  const dims: Layout['dims'] = [];
  let stride = bytes;
  for (const extent of shape) {
    dims.push({ low: '1', extent, stride });
    stride = em.fixed(multiply(stride, extent));
  }
  const copy: Layout = { type: e.type, pointer, unit: 'byte', dims, length: bytes, contiguous: true, table };
  loops(em, shape, (i) =>
    em.line(`f_copy_element(${elementAddress(copy, i)}, ${address(i)}, ${table}, ${bytes});`),
  );
  return copy;
}
