// FORALL: computes the values for all indices that the mask selects before it assigns any. If no value depends on the
// assignment for another index, each value is assigned immediately. WHERE in
// FORALL is at the end.

import { compactLayout, layoutNode, layoutValue, objectNode } from '../../program/c/c-arrays.ts';
import { cType } from '../../program/c/c-text.ts';
import { LOGICAL } from '../../program/constants/constants.ts';
import { isPointer } from '../../program/symbols/designator.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import type {
  IndexLoop,
  TypedAssignment,
  TypedOf,
  TypedStatement,
} from '../../program/walking/typed-statements.ts';
import { fill, lengthOfValue } from '../arrays/array.ts';
import { assign, assignElement } from '../assign/assign.ts';
import { pointerCell } from '../designators/designator.ts';
import { layoutOf } from '../designators/section.ts';
import { checkConformance } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { enclosed } from '../writer/enclose.ts';
import { arrayValue, loops, lvalue, scalar } from '../writer/expressions.ts';
import { mentions, readsOtherElements } from '../writer/overlap.ts';
import { assignedValue, copyOfValue, emitAssignment, withSides } from './assignment.ts';
import { controlMask, emitMasked, maskedCopy, maskedCopyOf, remainingMask } from './construct.ts';
import {
  forallLoops,
  type Indices,
  openStore,
  type StoredMask,
  storedObject,
  storeObject,
  storeValue,
} from './forall-loops.ts';

type Forall = TypedOf<'forall'>;

export function emitForall(outer: Emitter, s: Forall): void {
  const em = outer.with({ scope: s.scope });
  enclosed(em, () => {
    const mask = s.mask && storeMask(em, s.loops, s.mask);
    for (const inner of s.body) emitInner(em, { loops: s.loops, mask }, inner);
  });
}

function emitInner(em: Emitter, over: Indices, inner: TypedStatement): void {
  if (inner.k === 'assignment' || inner.k === 'defined-assignment')
    enclosed(em, () => forallAssignment(em, over, inner));
  else if (inner.k === 'pointer-assignment') enclosed(em, () => forallPointers(em, over, inner));
  else if (inner.k === 'where') forallWhere(em, over, inner);
  else if (inner.k === 'forall') emitForall(em, inner);
}

// The mask is computed once, because assignments may change the data that it depends on.
function storeMask(em: Emitter, loops: readonly IndexLoop[], mask: Typed): StoredMask {
  const all: Indices = { loops, mask: undefined };
  const count = em.temporary('int32_t', '0');
  forallLoops(em, all, (em) => em.line(`${count} = f_plus(${count}, 1);`));
  const values = em.inArena('char *', `f_alloc(${count})`);
  const place = em.temporary('int32_t', '0');
  forallLoops(em, all, (em) => em.line(`${values}[${place}++] = !!${scalar(em, mask)};`));
  return { values, place };
}

// True if an assignment may change data that the value, the subscripts or the called procedures read for other indices.
function mayInterfere(target: Typed, value: Typed): boolean {
  return readsOtherElements(target, value) || subscriptsRead(target);
}

function subscriptsRead(target: Typed, place = target): boolean {
  if (!('base' in place)) return false;
  const own = place.k === 'element' ? place.subscripts : [];
  return own.some((x) => mentions(target, x)) || subscriptsRead(target, place.base);
}

function forallAssignment(em: Emitter, over: Indices, inner: TypedAssignment): void {
  const { target } = inner;
  const value = assignedValue(inner);
  if (!mayInterfere(target, value)) {
    forallLoops(em, over, (em) => emitAssignment(em, inner));
    return;
  }
  const { values, count, place } = openStore(em, over);
  const lengths = em.temporary('int32_t *', `(int32_t *)f_alloc(f_times(${count}, 4))`);
  // If the subscripts read the assigned variable, the locations of the targets must also be found first.
  const places =
    target.rank === 0 && target.type.base !== 'character' && subscriptsRead(target)
      ? em.temporary('void **', `(void **)f_alloc(f_times(${count}, sizeof(void *)))`)
      : undefined;
  forallLoops(em, over, (em) => {
    const [pointer, length] = [`${values}[${place}]`, `${lengths}[${place}]`];
    if (inner.k === 'assignment') storeValue(em, value, pointer, length);
    else storeObject(em, copyOfValue(em, value), pointer, length);
    if (places) em.line(`${places}[${place}] = &${lvalue(em, target)};`);
    em.line(`${place}++;`);
  });
  em.line(`${place} = 0;`);
  forallLoops(em, over, (em) => {
    const left = places ? objectNode(target, `(*(${cType(target.type)} *)${places}[${place}])`) : target;
    const [pointer, length] = [`${values}[${place}]`, `${lengths}[${place}]`];
    if (inner.k === 'assignment') assignStored(em, left, value.rank, pointer, length);
    else emitAssignment(em, withSides(inner, left, storedObject(em, value, pointer, length)));
    em.line(`${place}++;`);
  });
}

// Finds the targets of all pointers to scalars before any pointer changes.
function forallPointers(em: Emitter, over: Indices, inner: TypedOf<'pointer-assignment'>): void {
  const { pointer, value } = inner;
  const plain =
    pointer.rank === 0 && /^(integer|unsigned|real|complex|logical|derived)$/.test(pointer.type.base);
  if (!plain || value.k === 'null') {
    forallLoops(em, over, (em) => em.statements([inner]));
    return;
  }
  const { values, place } = openStore(em, over);
  forallLoops(em, over, (em) => {
    const address = isPointer(value) && value.k !== 'call' ? pointerCell(em, value) : `&${lvalue(em, value)}`;
    em.line(`${values}[${place}++] = ${address};`);
  });
  em.line(`${place} = 0;`);
  forallLoops(em, over, (em) => {
    em.line(`${pointerCell(em, pointer)} = (${cType(pointer.type)} *)${values}[${place}++];`);
  });
}

function assignStored(em: Emitter, target: Typed, rank: number, pointer: string, length: string): void {
  const { type } = target;
  const c = cType(type);
  const p = em.temporary(`${c} *`, `(${c} *)${pointer}`);
  if (rank > 0) {
    const layout = layoutOf(em, target);
    const extents = layout.dims.map((d) => em.fixed(d.extent));
    fill(em.with({ assigning: true }), layout, layoutValue(compactLayout(type, p, extents, length)));
    return;
  }
  const stored: Typed =
    type.base === 'character' ? objectNode(target, p, length) : objectNode(target, `(*${p})`);
  assign(em.with({ assigning: true }), target, stored);
}

/** WHERE masks, one for each index: the C names of arrays that hold pointers and extents. */
interface StoredMasks {
  masks: string;
  extents: string;
  rank: number;
}

/**
 * Prints WHERE inside FORALL, one statement at a time for all indices: first all masks and then, for each assignment,
 * all values before any of them is assigned.
 */
function forallWhere(em: Emitter, over: Indices, where: TypedOf<'where'>, outer?: StoredMasks): void {
  enclosed(em, () => {
    let pending = outer;
    where.branches.forEach(({ mask, body }, i) => {
      let control = pending!;
      if (mask) {
        const before = pending;
        const taken = storeMasks(em, over, mask.rank, (em, at) =>
          controlMask(em, mask, before && loadMask(em, before, at)),
        );
        control = taken;
        if (i < where.branches.length - 1)
          pending = storeMasks(em, over, mask.rank, (em, at) =>
            remainingMask(em, loadMask(em, taken, at), before && loadMask(em, before, at)),
          );
      }
      for (const inner of body) forallMasked(em, over, inner, control);
    });
  });
}

function storeMasks(
  em: Emitter,
  over: Indices,
  rank: number,
  make: (em: Emitter, place: string) => Typed,
): StoredMasks {
  const { values, count, place } = openStore(em, over);
  const extents = em.printer.fresh('X');
  em.line(`int32_t *${extents} = (int32_t *)f_alloc(f_times(${count}, ${rank * 4}));`);
  forallLoops(em, over, (em) => {
    const made = arrayValue(em, make(em, place));
    em.line(`${values}[${place}] = ${made.layout!.pointer};`);
    made.shape.forEach((n, d) => {
      em.line(`${extents}[${place} * ${rank} + ${d}] = ${n};`);
    });
    em.line(`${place}++;`);
  });
  return { masks: values, extents, rank };
}

function loadMask(em: Emitter, { masks, extents, rank }: StoredMasks, place: string): Typed {
  const shape = Array.from({ length: rank }, (_, d) =>
    em.temporary('const int32_t', `${extents}[${place} * ${rank} + ${d}]`),
  );
  const pointer = em.temporary('int32_t *', `(int32_t *)${masks}[${place}]`);
  return layoutNode(compactLayout(LOGICAL, pointer, shape, '1'), 0);
}

function forallMasked(
  em: Emitter,
  over: Indices,
  inner: TypedAssignment | TypedOf<'where'>,
  control: StoredMasks,
): void {
  if (inner.k === 'where') {
    forallWhere(em, over, inner, control);
    return;
  }
  enclosed(em, () => {
    const { values, count, place } = openStore(em, over);
    const lengths = em.temporary('int32_t *', `(int32_t *)f_alloc(f_times(${count}, 4))`);
    const { target } = inner;
    const value = assignedValue(inner);
    forallLoops(em, over, (em) => {
      if (inner.k === 'defined-assignment') {
        const copy = maskedCopyOf(em, value, arrayValue(em, loadMask(em, control, place)));
        storeObject(em, copy, `${values}[${place}]`, `${lengths}[${place}]`);
      } else if (value.rank === 0) storeValue(em, value, `${values}[${place}]`, `${lengths}[${place}]`);
      else {
        const copy = maskedCopy(em, arrayValue(em, value), arrayValue(em, loadMask(em, control, place)));
        em.line(
          `${values}[${place}] = ${copy.layout!.pointer}; ${lengths}[${place}] = ${lengthOfValue(em, copy)};`,
        );
      }
      em.line(`${place}++;`);
    });
    em.line(`${place} = 0;`);
    forallLoops(em, over, (em) => {
      const held = loadMask(em, control, place);
      const [pointer, length] = [`${values}[${place}]`, `${lengths}[${place}]`];
      if (inner.k === 'assignment') assignMasked(em, target, value.rank, held, { pointer, length });
      else emitMasked(em, withSides(inner, target, storedObject(em, value, pointer, length)), held);
      em.line(`${place}++;`);
    });
  });
}

function assignMasked(
  em: Emitter,
  target: Typed,
  rank: number,
  control: Typed,
  stored: { pointer: string; length: string },
): void {
  const { type, at } = target;
  const c = cType(type);
  const p = em.temporary(`${c} *`, `(${c} *)${stored.pointer}`);
  const mask = arrayValue(em, control);
  const layout = layoutOf(em, target);
  checkConformance(em, { e: target, shape: layout.dims.map((d) => d.extent) }, mask.shape, at);
  const source = layoutValue(compactLayout(type, p, mask.shape, stored.length));
  const one: Typed =
    type.base === 'character' ? objectNode(target, p, stored.length) : objectNode(target, `(*${p})`);
  loops(em, mask.shape, (indices) => {
    em.under(scalar(em, mask.at(indices)), () => {
      const value = rank > 0 ? source.at(indices) : one;
      assignElement(em, layoutValue(layout).at(indices), value);
    });
  });
}
