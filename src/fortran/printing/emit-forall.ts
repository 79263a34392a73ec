// FORALL: for all indices that its mask admits, all values are computed before any is assigned.
// Where no value can read what another index assigned, values are assigned as they come.

import { makeAssignment } from '../analysis/analyse-assignment.ts';
import { analyse } from '../analysis/analyse-expression.ts';
import { maybeDefinedAssignment } from '../analysis/analyse-generic.ts';
import { checkLoopHeader, checkMask } from '../analysis/check-loops.ts';
import { cType } from '../program/c-types.ts';
import { coerce } from '../program/conversions.ts';
import { isDesignator, isPointer, rootSymbol } from '../program/designator.ts';
import { declare } from '../program/names.ts';
import { resolveType } from '../program/resolve.ts';
import type { Scope, Sym, Typed } from '../program/semantics.ts';
import { FortranError } from '../source/diagnostics.ts';
import type { Expression, Statement } from '../syntax/syntax-tree.ts';
import {
  arrayValue,
  compactLayout,
  fill,
  layoutValue,
  lengthOfValue,
  materialiseValue,
} from './emit-array.ts';
import { assign } from './emit-assign.ts';
import { emitAssignment } from './emit-assignment.ts';
import { childScope, openLoops, within } from './emit-construct.ts';
import { lvalue, pointerCell } from './emit-designator.ts';
import { forallWhere } from './emit-forall-where.ts';
import { chars, scalar } from './emit-scalar.ts';
import { layoutOf } from './emit-section.ts';
import { emitTrees, enclosed } from './emit-statement.ts';
import { needsCopy } from './emit-types.ts';
import type { Emitter } from './emitter.ts';
import { readsOtherElements } from './overlap.ts';

export type Forall = Extract<Statement, { k: 'forall' }>;
type Assignment = Extract<Statement, { k: 'assignment' }>;

/** A FORALL whose mask is stored: the C names of the stored values and of the place in them. */
export interface StoredMask {
  values: string;
  place: string;
}

/** Prints FORALL. */
export function emitForall(em: Emitter, s: Forall): void {
  checkLoopHeader(em.scope, s.loops);
  enclosed(em, () => {
    const mask = s.mask && storeMask(em, s);
    for (const inner of s.body) emitInner(em, s, mask, inner);
  });
}

function emitInner(em: Emitter, s: Forall, mask: StoredMask | undefined, inner: Statement): void {
  if (inner.k === 'assignment') enclosed(em, () => forallAssignment(em, s, mask, inner));
  else if (inner.k === 'pointer-assignment') enclosed(em, () => forallPointers(em, s, mask, inner));
  else if (inner.k === 'where') forallWhere(em, s, mask, inner);
  else if (inner.k === 'forall') emitForall(em, merged(s, inner));
  else throw new FortranError(inner.at, 'Only assignments, WHERE and FORALL can stand in FORALL.');
}

function merged(outer: Forall, inner: Forall): Forall {
  const mask =
    outer.mask && inner.mask
      ? ({ k: 'binary', at: inner.at, op: '.and.', left: outer.mask, right: inner.mask } as const)
      : (outer.mask ?? inner.mask);
  return {
    k: 'forall',
    at: inner.at,
    loops: [...outer.loops, ...inner.loops],
    body: inner.body,
    ...(mask ? { mask } : {}),
  };
}

export function forallLoops(em: Emitter, s: Forall, mask: StoredMask | undefined, body: () => void): void {
  const scope = childScope(em, 'construct');
  scope.purity = 'FORALL';
  em.line('{');
  if (mask) em.line(`${mask.place} = 0;`);
  const depth = openLoops(em, scope, s.loops);
  within(em, scope, () => {
    if (mask) em.line(`if (!${mask.values}[${mask.place}++]) continue;`);
    body();
  });
  em.line('}'.repeat(depth + 1));
}

// The mask is computed once, because assignments may change what it reads.
function storeMask(em: Emitter, s: Forall): StoredMask {
  em.arena = true;
  const count = em.temporary('int32_t', '0');
  forallLoops(em, s, undefined, () => em.line(`${count}++;`));
  const values = em.temporary('char *', `f_alloc(${count})`);
  const place = em.temporary('int32_t', '0');
  forallLoops(em, s, undefined, () => {
    const mask = analyse(em.scope, s.mask!);
    checkMask(mask);
    em.line(`${values}[${place}++] = !!${scalar(em, mask)};`);
  });
  return { values, place };
}

// Target and value with the index variables declared, to see what they read.
export function probe(
  em: Emitter,
  s: Forall,
  inner: { target: Expression; value: Expression },
): { scope: Scope; target: Typed; value: Typed } {
  const scope = childScope(em, 'construct');
  for (const loop of s.loops) {
    const v = declare(scope, loop.variable, loop.at);
    v.k = 'variable';
    v.type = loop.type
      ? resolveType(em.scope, loop.type)
      : analyse(em.scope, { k: 'ref', at: loop.at, parts: [{ name: loop.variable, at: loop.at, lists: [] }] })
          .type;
  }
  return { scope, target: analyse(scope, inner.target), value: analyse(scope, inner.value) };
}

// Subscripts and procedures may read the target as well as the value does.
function mayInterfere(target: Typed, value: Typed): boolean {
  if (!rootSymbol(target)) return true;
  return readsOtherElements(target, value) || subscriptsRead(target, rootSymbol(target)!);
}

function subscriptsRead(target: Typed, root: Sym): boolean {
  if (target.k === 'element')
    return (
      target.subscripts.some((x) =>
        readsOtherElements({ ...target, k: 'variable', sym: root } as Typed, x),
      ) || subscriptsRead(target.base, root)
    );
  return 'base' in target && typeof target.base === 'object'
    ? subscriptsRead(target.base as Typed, root)
    : false;
}

function forallAssignment(em: Emitter, s: Forall, mask: StoredMask | undefined, inner: Assignment): void {
  const { target, value, scope } = probe(em, s, inner);
  const defined =
    (target.type.derived || value.type.derived) && maybeDefinedAssignment(scope, target, value, inner.at);
  if (defined || !mayInterfere(target, value)) {
    forallLoops(em, s, mask, () =>
      emitAssignment(
        em,
        makeAssignment(em.scope, analyse(em.scope, inner.target), analyse(em.scope, inner.value), inner.at),
      ),
    );
    return;
  }
  const { values, count, place } = openStore(em, s, mask);
  const lengths = em.temporary('int32_t *', `(int32_t *)f_alloc(${count} * 4)`);
  // Where the subscripts of the target read what is assigned, its places are found first too.
  const places =
    target.rank === 0 && target.type.base !== 'character' && subscriptsRead(target, rootSymbol(target)!)
      ? em.temporary('void **', `(void **)f_alloc(${count} * sizeof(void *))`)
      : undefined;
  forallLoops(em, s, mask, () => {
    const right = coerce(analyse(em.scope, inner.value), target.type, inner.at);
    storeValue(em, right, `${values}[${place}]`, `${lengths}[${place}]`);
    if (places) em.line(`${places}[${place}] = &${lvalue(em, analyse(em.scope, inner.target))};`);
    em.line(`${place}++;`);
  });
  em.line(`${place} = 0;`);
  forallLoops(em, s, mask, () => {
    const own = analyse(em.scope, inner.target);
    const left: Typed = places
      ? {
          k: 'raw',
          at: own.at,
          type: own.type,
          rank: 0,
          c: `(*(${cType(own.type)} *)${places}[${place}])`,
          lvalue: true,
        }
      : own;
    assignStored(em, left, value.rank, `${values}[${place}]`, `${lengths}[${place}]`);
    em.line(`${place}++;`);
  });
}

// Pointers to scalars: all targets are found before any pointer changes.
function forallPointers(
  em: Emitter,
  s: Forall,
  mask: StoredMask | undefined,
  inner: Extract<Statement, { k: 'pointer-assignment' }>,
): void {
  const { target, value } = probe(em, s, inner);
  const plain = target.rank === 0 && /^(integer|real|complex|logical|derived)$/.test(target.type.base);
  if (!plain || value.k === 'null') {
    forallLoops(em, s, mask, () => emitTrees(em, [inner]));
    return;
  }
  const { values, place } = openStore(em, s, mask);
  forallLoops(em, s, mask, () => {
    const right = analyse(em.scope, inner.value);
    const address = isPointer(right) && right.k !== 'call' ? pointerCell(em, right) : `&${lvalue(em, right)}`;
    em.line(`${values}[${place}++] = ${address};`);
  });
  em.line(`${place} = 0;`);
  forallLoops(em, s, mask, () => {
    const left = analyse(em.scope, inner.target);
    em.line(`${pointerCell(em, left)} = (${cType(left.type)} *)${values}[${place}++];`);
  });
}

// Room for one pointer for each index.
export function openStore(
  em: Emitter,
  s: Forall,
  mask: StoredMask | undefined,
): { values: string; place: string; count: string } {
  em.arena = true;
  const count = em.temporary('int32_t', '0');
  forallLoops(em, s, mask, () => em.line(`${count}++;`));
  const values = em.temporary('void **', `(void **)f_alloc(${count} * sizeof(void *))`);
  return { values, count, place: em.temporary('int32_t', '0') };
}

export function storeValue(em: Emitter, value: Typed, pointer: string, length: string): void {
  if (value.rank > 0) {
    const { layout: _own, ...lazy } = arrayValue(em, value);
    const layout = materialiseValue(em, { ...lazy, at: lazy.at });
    em.line(`${pointer} = ${layout.pointer}; ${length} = ${lengthOfValue(em, layoutValue(layout))};`);
    return;
  }
  if (value.type.base === 'character') {
    const v = chars(em, value);
    const n = em.once('int32_t', v.n);
    em.line(`${pointer} = f_duplicate(${v.p}, ${n}); ${length} = ${n};`);
    return;
  }
  const c = cType(value.type);
  em.line(`${pointer} = f_alloc(sizeof(${c}));`);
  const derived = value.type.derived;
  if (derived && !derived.opaque && needsCopy(derived)) {
    const source = isDesignator(value) ? `&${lvalue(em, value)}` : em.temporaryPointer(c, scalar(em, value));
    em.line(`${c}_copy((${c} *)${pointer}, ${source});`);
  } else em.line(`*(${c} *)${pointer} = ${scalar(em, value)};`);
}

function assignStored(em: Emitter, target: Typed, rank: number, pointer: string, length: string): void {
  const { type } = target;
  const c = cType(type);
  const p = em.temporary(`${c} *`, `(${c} *)${pointer}`);
  if (rank > 0) {
    const layout = layoutOf(em, target);
    const extents = layout.dims.map((d) => em.fixed(d.extent));
    em.whileAssigning(true, () => fill(em, layout, layoutValue(compactLayout(type, p, extents, length))));
    return;
  }
  const stored: Typed =
    type.base === 'character'
      ? { k: 'raw', at: target.at, type, rank: 0, c: p, n: length, lvalue: true }
      : { k: 'raw', at: target.at, type, rank: 0, c: `(*${p})`, lvalue: true };
  em.whileAssigning(true, () => assign(em, target, stored));
}
