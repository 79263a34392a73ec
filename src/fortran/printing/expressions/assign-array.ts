// Array assignment in C: loops over the elements, copies if the two sides overlap, and new shapes for allocatable
// targets.

import type { ArrayValue, Layout } from '../../program/c/c-arrays.ts';
import { layoutValue, objectNode, valueNode } from '../../program/c/c-arrays.ts';
import { cType, multiply } from '../../program/c/c-text.ts';
import { INTEGER, integerConstant } from '../../program/constants/constants.ts';
import { isAllocatable, isDesignator, rootSymbol } from '../../program/symbols/designator.ts';
import { canBeTaken, needsCopy } from '../../program/symbols/needs-copy.ts';
import type { Type, Typed } from '../../program/symbols/semantics.ts';
import {
  fill,
  knownExtents,
  lengthOfValue,
  materialiseValue,
  roomForArray,
  temporaryArray,
  withResultInMemory,
} from '../arrays/array.ts';
import { cloneElements } from '../arrays/gather.ts';
import { assignScalar, beginsWithoutEnd, copied } from '../assign/assign.ts';
import { assignsByProcedures } from '../assign/assigned-components.ts';
import { finalisesArrays } from '../assign/free.ts';
import { addressOfValue, copyElements, elementSizeOf, tableOf } from '../assign/polymorphic.ts';
import { describe, descriptorCell } from '../designators/designator.ts';
import { fixLayout, layoutOf } from '../designators/section.ts';
import { declaredLength } from '../designators/storage.ts';
import { boundText } from '../intrinsics/inquiry.ts';
import { checkConformance, placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { arrayValue, chars, fixedLoops, loops, scalar } from '../writer/expressions.ts';
import { mayOverlap, mentions, readsOtherElements } from '../writer/overlap.ts';
import { declaredTable, isPolymorphic, typeTable } from '../writer/type-parts.ts';

// Copies vector subscripts before the assignment, because `v(v) = w` reads the old v.
function withFixedVectors(em: Emitter, target: Typed): Typed {
  if (target.k !== 'section' || !target.subscripts.some((s) => s.k === 'vector')) return target;
  const subscripts = target.subscripts.map((s) =>
    s.k === 'vector' && (!rootSymbol(target) || mentions(target, s.value))
      ? { ...s, value: copied(em, s.value) }
      : s,
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
    const source = hoistScalar(em, value, target);
    let layout = placeOfElements(em, target);
    if (!layout.fresh && target.type.base === 'derived' && finalisesArrays(target.type.derived!)) {
      endElements(em, layout);
      layout = { ...layout, fresh: true };
    }
    loops(em, layoutValue(layout).shape, (indices) =>
      assignScalar(em, layoutValue(layout).at(indices), source),
    );
    return;
  }
  const layout = placeOfElements(em, target);
  const inner = target.type.base === 'derived' ? target.type.derived! : undefined;
  const isReplaced = inner && needsCopy(inner) && !assignsByProcedures(em, inner);
  let source: KeptArray = isReplaced ? keptArray(em, value) : arrayValue(em, value);
  if (isReplaced && finalisesArrays(inner) && !source.isOwn) source = ownCopy(em, source);
  if (!source.isOwn && mayOverlap(target, value)) source = ownCopy(em, source);
  const extents = layout.dims.map((d) => d.extent);
  checkConformance(em, { e: target, shape: extents }, source.shape, value.at);
  const elements = { ...source, shape: knownExtents(source.shape, extents) };
  if (isReplaced && source.isOwn) replaceElements(em, layout, elements);
  else fill(em, layout, elements);
}

/** The elements of a value. With `isOwn`, nothing else refers to the elements, so they can be moved. */
interface KeptArray extends ArrayValue {
  isOwn?: boolean;
}

// Neither the result of a function nor the elements of a temporary that nothing else uses need to be copied.
function keptArray(em: Emitter, e: Typed): KeptArray {
  if (e.k === 'call' && !e.target.procedure.elemental && canBeTaken(e))
    return { ...arrayValue(em.with({ taken: e }), e), isOwn: true };
  const value = arrayValue(em, e);
  return { ...value, isOwn: (e.k === 'array' || e.k === 'intrinsic') && value.layout?.fresh === true };
}

function ownCopy(em: Emitter, value: ArrayValue): KeptArray {
  return { ...layoutValue(copyOf(em, value)), isOwn: true };
}

// The elements take the dynamic type of the value, which may lie within the target. The new elements are therefore
// created before the old ones are destroyed.
function assignToPolymorphicArray(em: Emitter, target: Typed, given: Typed): void {
  const value = isPolymorphic(given.type) ? withResultInMemory(em, given) : given;
  if (!isAllocatable(target)) {
    copyElements(em, target, value);
    return;
  }
  const cell = descriptorCell(em, target);
  if (value.rank === 0) {
    const table = em.temporary('const ftype *', tableOf(em, value));
    const bytes = em.temporary('int32_t', elementSizeOf(em, value));
    em.line(`f_replace_all(&${cell}, ${addressOfValue(em, value)}, ${bytes}, ${table});`);
    return;
  }
  const { elements, table, bytes, shape } = newElements(em, value);
  const extents = em.printer.fresh('X');
  em.line(`const int32_t ${extents}[] = {${shape.join(', ')}};`);
  const lows = lowerBounds(em, value);
  const replaced = `f_replace(&${cell}, ${shape.length}, ${extents}, ${bytes}, ${table}, ${elements.pointer}, f_free_of(&${cell}))`;
  printReplacement(em, cell, replaced, lows);
  disarm(em, elements);
}

function printReplacement(em: Emitter, cell: string, replaced: string, lows: readonly string[]): void {
  if (lows.every((low) => low === '1')) em.line(`${replaced};`);
  else em.line(`if (${replaced}) { ${lows.map((low, i) => `${cell}.dim[${i}].lb = ${low};`).join(' ')} }`);
}

// Clears elements that have been moved out of a temporary, so that they are not destroyed along with it.
function disarm(em: Emitter, { pointer, dims, type, fresh }: Layout): void {
  if (!fresh) return;
  const count = dims.map((d) => d.extent).reduce(multiply, '1');
  em.line(`memset(${pointer}, 0, ${count} * sizeof(${cType(type)}));`);
}

interface NewElements {
  readonly elements: Layout;
  readonly table: string;
  readonly bytes: string;
  readonly shape: string[];
}

// Stores the elements of a value consecutively in new memory.
function newElements(em: Emitter, value: Typed): NewElements {
  if (isPolymorphic(value.type) && (isDesignator(value) || value.k === 'layout')) {
    const copy = cloneElements(em, value, arrayValue(em, value));
    return { elements: copy, table: copy.table!, bytes: copy.length, shape: copy.dims.map((d) => d.extent) };
  }
  const kept = keptArray(em, value);
  const source = kept.isOwn && kept.layout?.contiguous ? kept : ownCopy(em, kept);
  const elements = source.layout!;
  return {
    elements,
    table: declaredTable(value.type),
    bytes: value.type.base === 'character' ? elements.length : `(int32_t)sizeof(${cType(value.type)})`,
    shape: source.shape.map((n) => em.fixed(n)),
  };
}

// Destroys all elements at once; elements selected by a vector subscript are gathered first.
function endElements(em: Emitter, layout: Layout): void {
  const { cName } = layout.type.derived!;
  let old = layout;
  if (layout.dims.some((d) => d.index)) {
    const shape = layout.dims.map((d) => d.extent);
    old = roomForArray(em, layout.type, shape, '1');
    loops(em, shape, (i) => em.line(`${layoutValue(old).at(i).c} = ${layoutValue(layout).at(i).c};`));
  }
  em.line(`f_end_elements(&${describe(em, old, `&${cName}_type`)}, (ffree)${cName}_free);`);
}

// Destroys all elements of an array at once and replaces them with elements that nothing else refers to.
function replaceElements(em: Emitter, layout: Layout, source: ArrayValue): void {
  if (!layout.fresh) endElements(em, layout);
  loops(em, source.shape, (i) => em.line(`${layoutValue(layout).at(i).c} = ${source.at(i).c};`));
  if (source.layout) disarm(em, source.layout);
}

export function copyOf(em: Emitter, value: ArrayValue): Layout {
  const { layout: _layout, ...lazy } = value;
  return materialiseValue(em, { ...lazy, type: withLength(value) });
}

function withLength(value: ArrayValue): Type {
  if (value.type.base !== 'character' || !value.layout) return value.type;
  const n = Number(value.layout.length);
  if (!Number.isInteger(n))
    return { ...value.type, length: valueNode({ at: 0, type: INTEGER }, value.layout.length) };
  return { ...value.type, length: integerConstant(n) };
}

function hoistScalar(em: Emitter, value: Typed, target: Typed): Typed {
  if (value.k === 'const') return value;
  const { derived } = target.type;
  if (derived && derived === value.type.derived && needsCopy(derived)) {
    // Copies the value, because it may be an element of the target, which is destroyed before all elements have been
    // assigned.
    const { pointer } = temporaryArray(em, { ...value.type, base: 'derived' }, ['1'], '1');
    const first: Typed = {
      ...objectNode({ ...value, type: { ...value.type, base: 'derived' } }, `(*${pointer})`),
      fresh: true,
    };
    assignScalar(em, first, value);
    return { ...first, fresh: false };
  }
  if (value.type.base === 'character') {
    // The value may be an element of the target.
    const { p, n } = em.duplicate(chars(em, value));
    return objectNode(value, p, n);
  }
  return objectNode(value, em.temporary(cType(value.type), scalar(em, value)));
}

function placeOfElements(em: Emitter, target: Typed): Layout {
  const layout = fixedLayout(em, layoutOf(em, target));
  const isNew = em.isNew && target.type.base === 'derived' && beginsWithoutEnd(target.type.derived!);
  return isNew ? { ...layout, fresh: true } : layout;
}

function fixedLayout(em: Emitter, layout: Layout): Layout {
  const length = /[.(>]/.test(layout.length) ? em.fixed(layout.length) : layout.length;
  return fixLayout(em, { ...layout, length }, true);
}

function assignToAllocatableArray(em: Emitter, target: Typed, value: Typed): void {
  const cell = descriptorCell(em, target);
  const { type } = target;
  const plain = type.base === 'derived' || type.base === 'class' ? !needsCopy(type.derived!) : true;
  if (value.rank === 0) {
    const source = hoistScalar(em, value, target);
    const layout = layoutOf(em, target);
    fixedLoops(em, layoutValue(layout).shape, (i) => assignScalar(em, layoutValue(layout).at(i), source));
    return;
  }
  const isReplaced = !plain && !assignsByProcedures(em, type.derived!);
  let source: KeptArray = isReplaced ? keptArray(em, value) : arrayValue(em, value);
  // A new length moves all elements, so a value that reads other elements must be copied first.
  const moves = type.length === ':' && readsOtherElements(target, value);
  const isMovable = source.isOwn && source.layout?.contiguous;
  if (!plain ? !isMovable : moves || mayOverlap(target, value)) source = ownCopy(em, source);
  const shape = source.shape.map((n) => em.fixed(n));
  const rank = shape.length;
  const size =
    type.base === 'character' ? characterSize(em, target, source) : `(int32_t)sizeof(${cType(type)})`;
  const extents = em.printer.fresh('X');
  em.line(`const int32_t ${extents}[${rank}] = {${shape.join(', ')}};`);
  const lows = lowerBounds(em, value);
  if (isReplaced) {
    // The array's old value is destroyed as a whole, and the array then takes over the elements of the copy.
    const elements = source.layout!;
    const replaced = `f_replace(&${cell}, ${rank}, ${extents}, ${size}, ${typeTable(type, '')}, ${elements.pointer}, (ffree)${type.derived!.cName}_free)`;
    printReplacement(em, cell, replaced, lows);
    disarm(em, elements);
    return;
  }
  const free = plain ? '((ffree)0)' : `(ffree)${type.derived!.cName}_free`;
  const init = type.derived && !type.derived.opaque ? `(finit)${type.derived.cName}_init` : '((finit)0)';
  const made = `f_reallocate(&${cell}, ${rank}, ${extents}, ${size}, ${typeTable(type, '')}, ${init}, ${free})`;
  printReplacement(em, cell, made, lows);
  const layout = fixedLayout(em, layoutOf(em, target));
  fill(em, { ...layout }, { ...source, shape });
}

/** The lower bounds of a value. A whole array keeps its own bounds. */
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
