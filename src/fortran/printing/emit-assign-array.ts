// Assignment to arrays as C: loops over elements, copies where both sides overlap, new shapes of allocatable targets.

import { cType } from '../program/c-types.ts';
import { isAllocatable, isDesignator, rootSymbol } from '../program/designator.ts';
import { needsCopy } from '../program/needs-copy.ts';
import type { Type, Typed } from '../program/semantics.ts';
import { assignsByProcedures } from './assigned-components.ts';
import { multiply } from './c-text.ts';
import { fill, knownExtents, lengthOfValue, materialiseValue, withResultInMemory } from './emit-array.ts';
import { assignScalar, beginsWithoutEnd, copied } from './emit-assign.ts';
import { checkConformance, placeOf } from './emit-check.ts';
import { describe, descriptorCell } from './emit-designator.ts';
import { finalisesArrays } from './emit-free.ts';
import { boundText } from './emit-inquiry.ts';
import { copyElements, elementSizeOf, tableOf } from './emit-polymorphic.ts';
import { layoutOf } from './emit-section.ts';
import { declaredLength } from './emit-storage.ts';
import type { Emitter } from './emitter.ts';
import { arrayValue, chars, scalar } from './expressions.ts';
import type { ArrayValue, Layout } from './layout.ts';
import { elementAddress, layoutValue } from './layout.ts';
import { mayOverlap, mentions, readsOtherElements } from './overlap.ts';
import { loops } from './raw-values.ts';
import { isPolymorphic } from './type-parts.ts';
import { typeTable } from './type-tables.ts';

// Subscripts are found before anything is assigned: `v(v) = w` reads v as it was.
function withFixedVectors(em: Emitter, target: Typed): Typed {
  if (target.k !== 'section' || !target.subscripts.some((s) => s.k === 'vector')) return target;
  const root = rootSymbol(target);
  const subscripts = target.subscripts.map((s) =>
    s.k === 'vector' && (!root || mentions(root, s.value)) ? { ...s, value: copied(em, s.value) } : s,
  );
  return { ...target, subscripts };
}

export function assignToArray(em: Emitter, place: Typed, value: Typed): void {
  const target = withFixedVectors(em, place);
  if (em.program.options.checkMemory && value.rank === 0 && isAllocatable(target))
    em.line(`f_check_unset(${descriptorCell(em, target)}.base, ${placeOf(em.statementAt || target.at)});`);
  if (isPolymorphic(target.type)) {
    assignToPolymorphicArray(em, target, value);
    return;
  }
  const fits = em.program.options.reallocate && isAllocatable(target);
  if (fits && (value.rank > 0 || target.type.length === ':')) {
    assignToAllocatableArray(em, target, value);
    return;
  }
  if (value.rank === 0) {
    const source = hoistScalar(em, value);
    let layout = placeOfElements(em, target);
    if (!layout.fresh && target.type.base === 'derived' && finalisesArrays(target.type.derived!)) {
      const { cName } = target.type.derived!;
      em.line(`f_end_elements(&${describe(em, layout, `&${cName}_type`)}, (ffree)${cName}_free);`);
      layout = { ...layout, fresh: true };
    }
    loops(
      em,
      layout.dims.map((d) => d.extent),
      (indices) => assignScalar(em, layoutValue(layout).at(indices), source),
    );
    return;
  }
  const layout = placeOfElements(em, target);
  let source = arrayValue(em, value);
  const inner = target.type.base === 'derived' ? target.type.derived! : undefined;
  if (inner && finalisesArrays(inner) && !assignsByProcedures(em, inner)) {
    replaceElements(em, layout, layoutValue(copyOf(em, source)));
    return;
  }
  if (mayOverlap(target, value)) source = layoutValue(copyOf(em, source));
  const extents = layout.dims.map((d) => d.extent);
  checkConformance(em, { e: target, shape: extents }, source.shape, value.at);
  fill(em, layout, { ...source, shape: knownExtents(source.shape, extents) });
}

// The elements take the dynamic type of the value.
function assignToPolymorphicArray(em: Emitter, target: Typed, given: Typed): void {
  if (given.rank > 0 && isPolymorphic(given.type) && isDesignator(given) && mayOverlapAny(target, given)) {
    assignClonedElements(em, target, given);
    return;
  }
  // The memory of the target may be given up before the elements are copied: other types have other sizes.
  const root = rootSymbol(target);
  const moves = given.rank > 0 && !isPolymorphic(given.type) && (!root || mentions(root, given));
  const value = moves
    ? em.layoutNode(copyOf(em, arrayValue(em, given)), given.at)
    : withResultInMemory(em, given);
  if (isAllocatable(target) && value.rank > 0) {
    const source = arrayValue(em, value);
    const shape = source.shape.map((n) => em.fixed(n));
    const extents = em.printer.fresh('X');
    em.line(`const int32_t ${extents}[] = {${shape.join(', ')}};`);
    const table = em.temporary('const ftype *', tableOf(em, value));
    const cell = descriptorCell(em, target);
    const bytes = elementSizeOf(em, value);
    em.line(
      `f_reallocate(&${cell}, ${shape.length}, ${extents}, ${bytes}, ${table}, ${table}->init, f_free_of(&${cell}));`,
    );
    em.line(`${cell}.type = ${table};`);
  }
  copyElements(em, target, value);
}

// A section of a polymorphic variable with other elements than the one that is assigned, or in another order.
function mayOverlapAny(target: Typed, value: Typed): boolean {
  const root = rootSymbol(target);
  return value.k !== 'variable' && root !== undefined && mentions(root, value);
}

// The elements are cloned one by one before the target changes.
function assignClonedElements(em: Emitter, target: Typed, value: Typed): void {
  const source = arrayValue(em, value);
  const shape = source.shape.map((n) => em.fixed(n));
  const table = em.temporary('const ftype *', tableOf(em, value));
  const bytes = em.temporary('int32_t', elementSizeOf(em, value));
  em.arena = true;
  const count = shape.reduce(multiply, '1');
  const copy = em.temporary('char *', `f_alloc(${count} * ${bytes})`);
  em.line(`memset(${copy}, 0, ${count} * ${bytes});`);
  const dims: Layout['dims'] = [];
  let stride = bytes;
  for (const extent of shape) {
    dims.push({ low: '1', extent, stride });
    stride = em.fixed(multiply(stride, extent));
  }
  const layout: Layout = {
    type: value.type,
    pointer: copy,
    unit: 'byte',
    dims,
    length: bytes,
    contiguous: true,
    table,
  };
  loops(em, shape, (i) =>
    em.line(`f_copy_element(${elementAddress(layout, i)}, &${source.at(i).c}, ${table}, ${bytes});`),
  );
  assignToPolymorphicArray(em, target, em.layoutNode(layout, value.at));
}

// Ends the elements of an array together and puts others, which nothing else holds, in their place.
function replaceElements(em: Emitter, layout: Layout, source: ArrayValue): void {
  const { cName } = layout.type.derived!;
  if (!layout.fresh)
    em.line(`f_end_elements(&${describe(em, layout, `&${cName}_type`)}, (ffree)${cName}_free);`);
  loops(em, source.shape, (i) => em.line(`${layoutValue(layout).at(i).c} = ${source.at(i).c};`));
}

export function copyOf(em: Emitter, value: ArrayValue): Layout {
  const { layout: _layout, ...lazy } = value;
  return materialiseValue(em, { ...lazy, type: withLength(value) });
}

function withLength(value: ArrayValue): Type {
  if (value.type.base !== 'character' || !value.layout) return value.type;
  const n = Number(value.layout.length);
  if (!Number.isInteger(n)) return { ...value.type, length: rawInteger(value.layout.length) };
  return {
    ...value.type,
    length: { k: 'const', at: 0, rank: 0, type: { base: 'integer', kind: 4 }, value: BigInt(n) },
  };
}

function rawInteger(c: string): Typed {
  return { k: 'raw', at: 0, rank: 0, type: { base: 'integer', kind: 4 }, c, lvalue: false };
}

function hoistScalar(em: Emitter, value: Typed): Typed {
  if (value.k === 'const') return value;
  if (value.type.base === 'character') {
    const v = chars(em, value);
    em.arena = true;
    const n = em.once('int32_t', v.n);
    // The value may be an element of the target.
    return {
      k: 'raw',
      at: value.at,
      type: value.type,
      rank: 0,
      c: em.temporary('char *', `f_duplicate(${v.p}, ${n})`),
      n,
      lvalue: true,
    };
  }
  return {
    k: 'raw',
    at: value.at,
    type: value.type,
    rank: 0,
    c: em.temporary(cType(value.type), scalar(em, value)),
    lvalue: true,
  };
}

function placeOfElements(em: Emitter, target: Typed): Layout {
  const layout = fixedLayout(em, layoutOf(em, target));
  const isNew = em.isNew && target.type.base === 'derived' && beginsWithoutEnd(target.type.derived!);
  return isNew ? { ...layout, fresh: true } : layout;
}

function fixedLayout(em: Emitter, layout: Layout): Layout {
  return {
    ...layout,
    length: /[.(>]/.test(layout.length) ? em.fixed(layout.length) : layout.length,
    pointer:
      layout.unit === 'byte' && /[.>]/.test(layout.pointer)
        ? em.temporary('char *', layout.pointer)
        : layout.pointer,
    dims: layout.dims.map((d) => ({
      ...d,
      extent: em.fixed(d.extent),
      stride:
        /[.(>]/.test(d.stride) && !d.stride.startsWith('(int32_t)sizeof') ? em.fixed(d.stride) : d.stride,
    })),
  };
}

function assignToAllocatableArray(em: Emitter, target: Typed, value: Typed): void {
  const cell = descriptorCell(em, target);
  const { type } = target;
  const plain = type.base === 'derived' || type.base === 'class' ? !needsCopy(type.derived!) : true;
  if (value.rank === 0) {
    const source = hoistScalar(em, value);
    const layout = layoutOf(em, target);
    loops(
      em,
      layout.dims.map((d) => em.fixed(d.extent)),
      (i) => assignScalar(em, layoutValue(layout).at(i), source),
    );
    return;
  }
  let source = arrayValue(em, value);
  // A new length moves all elements, also those that stay in their places.
  const moves = type.length === ':' && readsOtherElements(target, value);
  if (moves || mayOverlap(target, value) || !plain) source = layoutValue(copyOf(em, source));
  const shape = source.shape.map((n) => em.fixed(n));
  const rank = shape.length;
  const size =
    type.base === 'character' ? characterSize(em, target, source) : `(int32_t)sizeof(${cType(type)})`;
  const extents = em.printer.fresh('X');
  em.line(`const int32_t ${extents}[${rank}] = {${shape.join(', ')}};`);
  if (!plain && !assignsByProcedures(em, type.derived!)) {
    // The elements of the copy become those of the array; what the array had is ended as a whole.
    const copy = source.layout!.pointer;
    const lows = lowerBounds(em, value).map((low, i) => `${cell}.dim[${i}].lb = ${low};`);
    em.line(`int32_t had_${extents} = ${cell}.base != 0;`);
    em.line(
      `f_replace(&${cell}, ${rank}, ${extents}, ${size}, ${typeTable(type, '')}, ${copy}, (ffree)${type.derived!.cName}_free);`,
    );
    if (lowerBounds(em, value).some((low) => low !== '1'))
      em.line(`if (!had_${extents}) { ${lows.join(' ')} }`);
    return;
  }
  const free = plain ? '((ffree)0)' : `(ffree)${type.derived!.cName}_free`;
  const init = type.derived && !type.derived.opaque ? `(finit)${type.derived.cName}_init` : '((finit)0)';
  const made = `f_reallocate(&${cell}, ${rank}, ${extents}, ${size}, ${typeTable(type, '')}, ${init}, ${free})`;
  const lows = lowerBounds(em, value);
  if (lows.every((low) => low === '1')) em.line(`${made};`);
  else em.line(`if (${made}) { ${lows.map((low, i) => `${cell}.dim[${i}].lb = ${low};`).join(' ')} }`);
  const layout = fixedLayout(em, layoutOf(em, target));
  fill(em, { ...layout }, { ...source, shape });
}

/** The lower bounds of a value, which a whole array has of its own. */
function lowerBounds(em: Emitter, value: Typed): string[] {
  if (value.k === 'convert') return lowerBounds(em, value.operand);
  const own = value.k === 'variable' || (value.k === 'component' && value.base.rank === 0);
  if (!own) return Array.from({ length: value.rank }, () => '1');
  return layoutOf(em, value).dims.map((d) => (d.low === '1' ? '1' : em.fixed(boundText(false, d))));
}

function characterSize(em: Emitter, target: Typed, source: ArrayValue): string {
  const length = target.type.length;
  if (length === ':' || length === undefined) return lengthOfValue(em, source);
  return em.fixed(typeof length === 'object' ? declaredLength(em, target) : layoutOf(em, target).length);
}
