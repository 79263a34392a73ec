// Layouts of arrays and their sections in C: the address, and the extent and step of each dimension.

import type { Layout } from '../../program/c/c-arrays.ts';
import { elementAddress, elementLvalue } from '../../program/c/c-arrays.ts';
import { add, cType, extent, multiply, subtract } from '../../program/c/c-text.ts';
import { constantLength, maybeInteger } from '../../program/constants/constants.ts';
import { rootSymbol } from '../../program/symbols/designator.ts';
import type { Node, Subscript, Typed } from '../../program/symbols/semantics.ts';
import type { Position } from '../../source/diagnostics.ts';
import { unprintable } from '../../source/unprintable.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { materialise } from '../writer/expressions.ts';
import {
  fitRange,
  integer,
  longInteger,
  readRange,
  structureLvalue,
} from '../writer/parts-of-designators.ts';
import { fieldName } from '../writer/type-parts.ts';
import { explicitLayout } from './explicit-layout.ts';
import { checkHeld, layoutOfComponent, layoutOfSymbol } from './storage.ts';

/** The layout of an array that is in storage. */
export function layoutOf(em: Emitter, e: Typed): Layout {
  switch (e.k) {
    case 'variable':
      return layoutOfSymbol(em, e.sym);
    case 'component':
      return layoutOfComponentNode(em, e);
    case 'section':
      return layoutOfSection(em, e);
    case 'part': {
      const base = inBytes(layoutOf(em, e.base));
      const size = e.type.kind;
      return {
        ...base,
        type: e.type,
        pointer: e.part === 'im' ? add(base.pointer, String(size)) : base.pointer,
        contiguous: false,
      };
    }
    case 'substring': {
      const base = layoutOf(em, e.base);
      const range = readRange(em, e, { low: '1', high: base.length });
      fitRange(em, e, range, e.at);
      const length = em.once('int32_t', `f_extent(${range.low}, ${range.high})`);
      return { ...base, pointer: add(base.pointer, subtract(range.low, '1')), length, contiguous: false };
    }
    case 'narrow':
      return { ...layoutOf(em, e.base), type: e.type };
    default:
      return materialise(em, e);
  }
}

/** The same layout in bytes. */
export function inBytes(layout: Layout): Layout {
  if (layout.unit === 'byte') return layout;
  const size = `(int32_t)sizeof(${cType(layout.type)})`;
  return {
    ...layout,
    unit: 'byte',
    pointer: `(char *)${layout.pointer}`,
    dims: layout.dims.map((d) => ({
      ...d,
      stride: d.stride === '1' ? size : `(${d.stride} * ${size})`,
      ...(d.index ? { index: (i: string) => `(${d.index!(i)} * ${size})` } : {}),
    })),
  };
}

/**
 * A layout whose extents and strides are read once, before any element is assigned. With `hasOwnExtents`, variables
 * that contain extents are copied, too.
 */
export function fixLayout(em: Emitter, layout: Layout, hasOwnExtents = false): Layout {
  const fix = (c: string): string => (/[.(>]/.test(c) && !/^\(int32_t\)sizeof/.test(c) ? em.fixed(c) : c);
  return {
    ...layout,
    pointer:
      layout.unit === 'byte' && /[.>]/.test(layout.pointer)
        ? em.temporary('char *', layout.pointer)
        : layout.pointer,
    length: fix(layout.length),
    dims: layout.dims.map((d) => ({
      ...d,
      extent: hasOwnExtents ? em.fixed(d.extent) : fix(d.extent),
      stride: fix(d.stride),
    })),
  };
}

function layoutOfComponentNode(em: Emitter, e: Node<'component'>): Layout {
  if (e.base.rank === 0) return layoutOfComponent(structureLvalue(em, e.base), e.component);
  const base = inBytes(layoutOf(em, e.base));
  const zeros = base.dims.map(() => '0');
  const first = elementAddress({ ...base, dims: base.dims.map(({ index: _index, ...d }) => d) }, zeros);
  if (e.component.pointer || e.component.allocatable)
    unprintable(e.at, 'the held component of each element', e.component.name);
  const character = e.type.base === 'character';
  const own = e.component.dims
    ? inBytes(
        explicitLayout(
          { type: e.type, pointer: '', length: String(constantLength(e.type) ?? 1), prefix: '' },
          e.component.dims,
        ),
      ).dims
    : [];
  return {
    ...base,
    type: e.type,
    pointer: `(char *)&${first}->${fieldName(e.component)}`,
    length: character ? String(constantLength(e.type) ?? 1) : '1',
    dims: [...base.dims.map((d) => ({ ...d, low: '1' })), ...own],
    contiguous: false,
  };
}

function layoutOfSection(em: Emitter, e: Node<'section'>): Layout {
  const base = layoutOf(em, e.base);
  checkHeld(em, base);
  const { holder: _holder, ...rest } = base;
  const result: Layout = { ...rest, dims: [], contiguous: false };
  const name = rootSymbol(e)?.name ?? 'array';
  let offset = '0';
  for (const [i, s] of e.subscripts.entries()) {
    const dim = base.dims[i]!;
    const offsetOf = (zero: string): string => (dim.index ? dim.index(zero) : multiply(zero, dim.stride));
    offset = add(offset, sectionDimension(em, { dim, number: i + 1, at: e.at, name, result, offsetOf }, s));
  }
  result.pointer = offset === '0' ? base.pointer : `(${base.pointer} + ${em.fixed(offset)})`;
  // Without optimisation, clang treats a negative offset as unsigned when it adds the offset to the address of static
  // memory.
  if (e.subscripts.some((s) => s.k === 'range' && s.step && (maybeInteger(s.step) ?? -1) < 0))
    result.pointer = em.temporary(
      result.unit === 'byte' ? 'char *' : `${cType(result.type)} *`,
      result.pointer,
    );
  result.contiguous = base.contiguous && isContiguousSection(e);
  return result;
}

// True if the subscripts are whole dimensions, followed by at most one range with step 1, followed only by indices.
function isContiguousSection(e: Node<'section'>): boolean {
  let open = false;
  for (const s of e.subscripts) {
    if (s.k === 'vector') return false;
    if (s.k === 'index') open = true;
    else if (s.step || open) return false;
    else if (s.low || s.high) open = true;
  }
  return true;
}

interface SectionPlace {
  dim: Layout['dims'][number];
  number: number;
  at: Position;
  name: string;
  result: Layout;
  offsetOf: (zero: string) => string;
}

// Adds a dimension to the result unless the subscript is an index. Returns the offset of the dimension's first element.
function sectionDimension(em: Emitter, place: SectionPlace, s: Subscript): string {
  const { dim, result, offsetOf } = place;
  const checked = em.program.options.checkBounds && dim.extent !== '0';
  const ofDimension = `${dim.low}, ${dim.extent}, ${place.number}, "${place.name}", ${placeOf(place.at)}`;
  if (s.k === 'index')
    return offsetOf(
      checked
        ? `f_check(${longInteger(em, s.value)}, ${ofDimension})`
        : subtract(integer(em, s.value), dim.low),
    );
  if (s.k === 'vector') {
    const vector = materialise(em, s.value);
    const n = em.fixed(vector.dims[0]!.extent);
    const { kind } = s.value.type;
    const zeroOf = (element: string): string => {
      const index = kind === 16 ? `f_clamp(${element})` : element;
      return checked
        ? `f_check_within(${index}, ${ofDimension})`
        : subtract(kind > 4 ? `f_subscript(${index}, ${placeOf(place.at)})` : index, dim.low);
    };
    const index = (i: string): string => offsetOf(zeroOf(elementLvalue(vector, [i])));
    result.dims.push({ low: '1', extent: n, stride: '0', index });
    return '0';
  }
  // If a bound is absent, the array's bound is used, even if the step is negative: `a(::-1)` has no elements.
  const range = readRange(em, s, { low: dim.low, high: add(dim.low, subtract(dim.extent, '1')) });
  const { low: first, high: last, step, long } = range;
  const isWhole = !s.low && !s.high;
  const counted = step === '1' ? extent(first, last) : `f_count(${first}, ${last}, ${step})`;
  const fixed = em.fixed(isWhole && step === '1' ? dim.extent : counted);
  if (checked && !isWhole) em.line(`f_check_range(${long.low}, ${long.high}, ${long.step}, ${ofDimension});`);
  else fitRange(em, s, range, place.at);
  const next: Layout['dims'][number] = { low: '1', extent: fixed, stride: multiply(dim.stride, step) };
  const start = subtract(first, dim.low);
  if (dim.index) {
    const at = em.fixed(start);
    next.index = (i) => offsetOf(add(at, multiply(i, step)));
    result.dims.push(next);
    return '0';
  }
  result.dims.push(next);
  return offsetOf(start);
}
