// Passes an array as an argument, either as contiguous elements or in a descriptor. The array is copied in and out if
// its storage does not suit the dummy.

import { type Layout, layoutValue } from '../../program/c/c-arrays.ts';
import { constantLength, constantShape } from '../../program/constants/constants.ts';
import { dimensionsOf, isAssumedRank, shapeKindOf, typeOf } from '../../program/declarations/resolve.ts';
import { isAllocatable, isDesignator, isPointer } from '../../program/symbols/designator.ts';
import type { Procedure, Sym, Typed } from '../../program/symbols/semantics.ts';
import { fill, temporaryArray } from '../arrays/array.ts';
import { copyOfElements } from '../arrays/gather.ts';
import { describeScalar, passRankOn } from '../designators/assumed-rank.ts';
import { characterPlace, describe, descriptorCell, maybeCharacters } from '../designators/designator.ts';
import { referenceTo } from '../designators/reference.ts';
import { layoutOf } from '../designators/section.ts';
import { nameOf } from '../designators/storage.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { chars, materialise } from '../writer/expressions.ts';
import { declaredTable, isPolymorphic, tableOfLayout } from '../writer/type-parts.ts';

/** The state while an argument is being passed. */
export interface Passing {
  dummy: Sym;
  actual: Typed;
  procedure: Procedure;
  /** C expression for the character length, which is determined while the array is passed */
  length: { n: string };
  /** Statements after the call, which copy values back. */
  after: string[];
}

/** Passes an array to a dummy of explicit shape. The argument is an array, or the element at which the array starts. */
export function passArray(em: Emitter, actual: Typed, p: Passing): string {
  if (actual.rank > 0) return passContiguous(em, actual, p.after, p.length);
  if (actual.type.base === 'character') {
    const v =
      maybeCharacters(em, actual) ?? (isDesignator(actual) ? characterPlace(em, actual) : chars(em, actual));
    p.length.n = em.once('int32_t', v.n);
    const own = constantLength(typeOf(p.dummy));
    if (own !== undefined) p.length.n = String(own);
    return v.p;
  }
  return referenceTo(em, actual);
}

/** Returns a pointer to contiguous elements. A section is copied to a temporary, and copied back after the call. */
export function passContiguous(em: Emitter, actual: Typed, after: string[], length: { n: string }): string {
  if (!isDesignator(actual)) {
    const layout = ownArray(em, actual);
    length.n = layout.length;
    return firstElement(layout);
  }
  const layout = layoutOf(em, actual);
  length.n = layout.length;
  if (layout.contiguous) return firstElement(layout);
  return packed(em, layout, after);
}

// Computes an expression and stores it in memory; `(a)` is a copy, not the array `a` itself.
function ownArray(em: Emitter, actual: Typed): Layout {
  const layout = materialise(em, actual);
  return actual.k === 'paren' ? copyOfLayout(em, layout) : layout;
}

function firstElement(layout: Layout): string {
  return layout.unit === 'element' ? layout.pointer : `(${layout.pointer})`;
}

/**
 * Returns a pointer to contiguous copies of the parts that have the dummy's declared type, because elements of the
 * dynamic type are farther apart.
 */
export function packDeclaredPart(em: Emitter, actual: Typed, { dummy, after }: Passing): string {
  const { table, ...layout } = layoutOf(em, actual);
  const declared: Layout = { ...layout, type: { ...layout.type, base: 'derived' }, contiguous: false };
  if (actual.k !== 'variable' || shapeKindOf(actual.sym) !== 'assumed-size')
    return packed(em, declared, after);
  // The number of elements is not known here, unless the dummy specifies it.
  const shape = constantShape(dimensionsOf(dummy) ?? []);
  if (shapeKindOf(dummy) === 'explicit' && shape) {
    const extent = String(shape.reduce((a, b) => a * b, 1));
    return packed(em, { ...declared, dims: [{ ...layout.dims[0]!, extent }] }, after);
  }
  em.line(
    `f_check_declared(${table}, ${declaredTable(actual.type)}, "${actual.sym.name}", ${placeOf(actual.at)});`,
  );
  return layout.pointer;
}

function packed(em: Emitter, layout: Layout, after: string[]): string {
  if (layout.dims.some((d) => d.index)) return copyOfLayout(em, layout).pointer;
  const d = describe(em, layout, '0');
  const p = em.inArena('void *', `f_pack(&${d})`);
  after.push(`f_unpack(&${d}, ${p});`);
  return p;
}

/** Passes the descriptor of an array to a dummy that has an assumed shape or rank, or is a pointer or allocatable. */
export function passDescriptor(em: Emitter, p: Passing): string {
  const { dummy, actual } = p;
  if (actual.k === 'variable' && isAssumedRank(actual.sym)) return passRankOn(em, actual, dummy);
  if (actual.rank === 0) return describeScalar(em, actual, dummy, p.after);
  const held = dummy.allocatable || dummy.pointer;
  if (actual.k !== 'call' && (isAllocatable(actual) || isPointer(actual)) && actual.k !== 'section') {
    const cell = descriptorCell(em, actual);
    // Even an unallocated array has a rank.
    if (isAssumedRank(dummy)) em.line(`${cell}.rank = ${actual.rank};`);
    // An unallocated array has no element length yet if that length is deferred.
    const length = held && actual.type.base === 'character' ? constantLength(actual.type) : undefined;
    if (length !== undefined) em.line(`${cell}.elem = ${length};`);
    if (held || !dummy.optional) return `&${cell}`;
    return `(${cell}.base ? &${cell} : (fdesc *)0)`;
  }
  if (!held && actual.k === 'variable' && actual.sym.dummy && shapeKindOf(actual.sym) === 'assumed-shape') {
    // The callee keeps its own bounds, so the descriptor can simply be passed on.
    return nameOf(em, actual.sym);
  }
  const layout = isDesignator(actual) ? layoutOf(em, actual) : ownArray(em, actual);
  const settled = layout.dims.some((d) => d.index)
    ? materialise(em, { ...actual, k: 'paren', operand: actual } as Typed)
    : layout;
  const real = settled.dims.some((d) => d.index) ? copyOfLayout(em, settled) : settled;
  const d = describe(em, real, tableOfLayout(real));
  // The last extent of an assumed-size array is not known.
  if (isAssumedRank(dummy) && actual.k === 'variable' && shapeKindOf(actual.sym) === 'assumed-size')
    em.line(`${d}.dim[${real.dims.length - 1}].ext = -1;`);
  return `&${d}`;
}

// Copies elements selected by a vector subscript. The callee cannot change them, so nothing is copied back.
function copyOfLayout(em: Emitter, layout: Layout): Layout {
  if (isPolymorphic(layout.type)) return copyOfElements(em, layout);
  const copy = temporaryArray(
    em,
    layout.type,
    layout.dims.map((d) => d.extent),
    layout.length,
  );
  fill(em, copy, layoutValue(layout));
  return copy;
}
