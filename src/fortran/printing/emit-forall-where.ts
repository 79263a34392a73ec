// WHERE in FORALL.
import { analyse } from '../analysis/analyse-expression.ts';
import { maybeDefinedAssignment } from '../analysis/analyse-generic.ts';
import { cType } from '../program/c-types.ts';
import { coerce } from '../program/conversions.ts';
import { LOGICAL, type Typed } from '../program/semantics.ts';
import { FortranError } from '../source/diagnostics.ts';
import type { Expression, Statement } from '../syntax/syntax-tree.ts';
import { arrayValue, compactLayout, layoutValue, lengthOfValue, loops } from './emit-array.ts';
import { assignElement } from './emit-assign.ts';
import { checkConformance } from './emit-check.ts';
import { controlMask, emitMasked, maskedCopy, remainingMask } from './emit-construct.ts';
import { type Forall, forallLoops, openStore, probe, type StoredMask, storeValue } from './emit-forall.ts';
import { scalar } from './emit-scalar.ts';
import { layoutOf } from './emit-section.ts';
import { enclosed } from './emit-statement.ts';
import type { Emitter } from './emitter.ts';

/** Masks of WHERE, one for each index: the C names of arrays of pointers and of extents. */
interface StoredMasks {
  masks: string;
  extents: string;
  rank: number;
}

/** Prints WHERE in FORALL, which goes forward one statement at a time, for all indices: first all masks, then of each assignment all values
 * before any is assigned. */
export function forallWhere(
  em: Emitter,
  s: Forall,
  mask: StoredMask | undefined,
  where: Extract<Statement, { k: 'where' }>,
  outer?: StoredMasks,
): void {
  enclosed(em, () => {
    let pending = outer;
    where.branches.forEach((branch, i) => {
      const { mask: own } = branch;
      let control = pending;
      if (own) {
        const before = pending;
        control = storeMasks(em, s, mask, branch.at, (at) =>
          whereMask(em, own, before && loadMask(em, before, at), branch.at),
        );
        const taken = control;
        if (i < where.branches.length - 1)
          pending = storeMasks(em, s, mask, branch.at, (at) =>
            remainingMask(em, loadMask(em, taken, at), before && loadMask(em, before, at)),
          );
      }
      if (!control) throw new FortranError(branch.at, 'WHERE needs a mask.');
      for (const inner of branch.body) forallMasked(em, s, mask, inner, control);
    });
  });
}

function whereMask(em: Emitter, given: Expression, before: Typed | undefined, at: number): Typed {
  const value = analyse(em.scope, given);
  if (value.type.base !== 'logical' || value.rank === 0)
    throw new FortranError(at, 'The mask of WHERE must be a logical array.');
  return controlMask(em, value, before);
}

function storeMasks(
  em: Emitter,
  s: Forall,
  mask: StoredMask | undefined,
  at: number,
  make: (place: string) => Typed,
): StoredMasks {
  const { values, count, place } = openStore(em, s, mask);
  const extents = em.printer.fresh('X');
  em.line(`int32_t *${extents} = (int32_t *)f_alloc(${count} * 7 * 4);`);
  let rank = 0;
  forallLoops(em, s, mask, () => {
    const made = arrayValue(em, make(place));
    if (!made.layout) throw new FortranError(at, 'The mask of WHERE must be a logical array.');
    rank = made.shape.length;
    em.line(`${values}[${place}] = ${made.layout.pointer};`);
    made.shape.forEach((n, d) => {
      em.line(`${extents}[${place} * 7 + ${d}] = ${n};`);
    });
    em.line(`${place}++;`);
  });
  return { masks: values, extents, rank };
}

function loadMask(em: Emitter, { masks, extents, rank }: StoredMasks, place: string): Typed {
  const shape = Array.from({ length: rank }, (_, d) =>
    em.temporary('const int32_t', `${extents}[${place} * 7 + ${d}]`),
  );
  const pointer = em.temporary('int32_t *', `(int32_t *)${masks}[${place}]`);
  return em.layoutNode(compactLayout(LOGICAL, pointer, shape, '1'), 0);
}

function forallMasked(
  em: Emitter,
  s: Forall,
  mask: StoredMask | undefined,
  inner: Statement,
  control: StoredMasks,
): void {
  if (inner.k === 'where') {
    forallWhere(em, s, mask, inner, control);
    return;
  }
  if (inner.k !== 'assignment') throw new FortranError(inner.at, 'Only assignments can stand in WHERE.');
  enclosed(em, () => {
    const { values, count, place } = openStore(em, s, mask);
    const lengths = em.temporary('int32_t *', `(int32_t *)f_alloc(${count} * 4)`);
    const { target, value, scope } = probe(em, s, inner);
    if (target.type.derived && maybeDefinedAssignment(scope, target, value, inner.at)) {
      forallLoops(em, s, mask, () => {
        emitMasked(em, inner, loadMask(em, control, place));
        em.line(`${place}++;`);
      });
      return;
    }
    forallLoops(em, s, mask, () => {
      const right = coerce(analyse(em.scope, inner.value), target.type, inner.at);
      if (right.rank === 0) storeValue(em, right, `${values}[${place}]`, `${lengths}[${place}]`);
      else {
        const copy = maskedCopy(em, arrayValue(em, right), arrayValue(em, loadMask(em, control, place)));
        em.line(
          `${values}[${place}] = ${copy.layout!.pointer}; ${lengths}[${place}] = ${lengthOfValue(em, copy)};`,
        );
      }
      em.line(`${place}++;`);
    });
    em.line(`${place} = 0;`);
    forallLoops(em, s, mask, () => {
      const held = loadMask(em, control, place);
      assignMasked(em, analyse(em.scope, inner.target), value.rank, held, {
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
    type.base === 'character'
      ? { k: 'raw', at, type, rank: 0, c: p, n: stored.length, lvalue: true }
      : { k: 'raw', at, type, rank: 0, c: `(*${p})`, lvalue: true };
  loops(em, mask.shape, (indices) => {
    em.line(`if (${scalar(em, mask.at(indices))}) {`);
    const value = rank > 0 ? source.at(indices) : one;
    assignElement(em, layoutValue(layout).at(indices), value);
    em.line('}');
  });
}
