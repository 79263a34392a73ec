// WHERE in FORALL.

import { compactLayout, layoutNode, layoutValue, objectNode } from '../../program/c/c-arrays.ts';
import { cType } from '../../program/c/c-types.ts';
import { LOGICAL } from '../../program/constants/constants.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import type { TypedAssignment, TypedOf } from '../../program/walking/typed-statements.ts';
import { lengthOfValue } from '../arrays/array.ts';
import { assignElement } from '../assign/assign.ts';
import { layoutOf } from '../designators/section.ts';
import { checkConformance } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { enclosed } from '../writer/enclose.ts';
import { arrayValue, scalar } from '../writer/expressions.ts';
import { loops } from '../writer/raw-values.ts';
import { controlMask, emitMasked, maskedCopy, remainingMask } from './construct.ts';
import { forallLoops, type Indices, openStore, storeValue } from './forall-loops.ts';

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
export function forallWhere(em: Emitter, over: Indices, where: TypedOf<'where'>, outer?: StoredMasks): void {
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
    if (inner.k === 'defined-assignment') {
      forallLoops(em, over, (em) => {
        emitMasked(em, inner, loadMask(em, control, place));
        em.line(`${place}++;`);
      });
      return;
    }
    const { target, value } = inner;
    forallLoops(em, over, (em) => {
      if (value.rank === 0) storeValue(em, value, `${values}[${place}]`, `${lengths}[${place}]`);
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
      assignMasked(em, target, value.rank, held, {
        pointer: `${values}[${place}]`,
        length: `${lengths}[${place}]`,
      });
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
