// Regions of OpenMP with one thread: what the region has for itself is kept aside before it and put back behind it.
import { makeAssignment } from '../analysis/analyse-assignment.ts';
import { analyse } from '../analysis/analyse-expression.ts';
import { makeBinary } from '../analysis/analyse-operator.ts';
import { checkDirective } from '../analysis/check-openmp.ts';
import { isAllocatable, isPointer } from '../program/designator.ts';
import { lookup } from '../program/names.ts';
import type { Typed } from '../program/semantics.ts';
import { FortranError, type Position } from '../source/diagnostics.ts';
import { hasOwnData } from '../syntax/openmp-data.ts';
import type { OpenMpData, Statement } from '../syntax/syntax-tree.ts';
import { walkStatements } from '../syntax/walk-statements.ts';
import { hoist } from './emit-array.ts';
import { assign, copied } from './emit-assign.ts';
import { emitAssignment } from './emit-assignment.ts';
import { descriptorCell, pointerCell } from './emit-designator.ts';
import { isPolymorphic } from './emit-polymorphic.ts';
import { chars } from './emit-scalar.ts';
import { emitTrees, type Of } from './emit-statement.ts';
import { needsCopy } from './emit-types.ts';
import type { Emitter } from './emitter.ts';

/** Prints a region. */
export function emitOpenMp(em: Emitter, s: Of<'openmp'>): void {
  checkDirective(em.scope, s);
  if (!hasOwnData(s.data)) {
    emitTrees(em, s.body);
    return;
  }
  const before = em.arena;
  em.arena = false;
  const restore: (() => void)[] = [];
  const lines = em.capture(() => {
    for (const name of privatesOf(s.data, s.body)) restore.push(keepAside(em, name, s.at));
    for (const name of implicitOf(em, s.data, s.body)) restore.push(keepAside(em, name, s.at));
    for (const { name, operator } of s.data.sums) restore.push(beginSum(em, name, operator, s.at));
  });
  const mark = em.printer.fresh('M');
  const usesArena = em.arena;
  em.line(usesArena ? `{ fmark ${mark} = f_mark();` : '{');
  for (const line of lines) em.line(line);
  emitTrees(em, s.body);
  for (const put of restore) put();
  em.line(usesArena || em.arena ? `${usesArena ? `f_release(${mark});` : ''} }` : '}');
  em.arena = before || (!usesArena && em.arena);
}

function privatesOf(data: OpenMpData, body: readonly Statement[]): Set<string> {
  const names = new Set(data.privates);
  const add = (name: string | undefined): void => {
    if (name !== undefined && !data.named.has(name)) names.add(name);
  };
  add(data.loop);
  if (data.ownLoops) walkStatements(body, (s) => s.k === 'do' && add(s.loop?.variable));
  return names;
}

// Variables that the region names and no clause does.
function implicitOf(em: Emitter, data: OpenMpData, body: readonly Statement[]): Set<string> {
  const names = new Set<string>();
  if (data.implicit === undefined) return names;
  const own = privatesOf(data, body);
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const part of node) visit(part);
    else if (node && typeof node === 'object' && !(node instanceof Set)) {
      if ('k' in node && node.k === 'ref' && 'parts' in node)
        names.add((node.parts as { name: string }[])[0]!.name);
      for (const part of Object.values(node)) visit(part);
    }
  };
  visit(body);
  const whole = data.implicit === 'all';
  return new Set(
    [...names].filter((name) => {
      if (data.named.has(name) || own.has(name) || lookup(em.scope, name)?.k !== 'variable') return false;
      const value = variable(em, name, 0);
      return whole || (value.rank === 0 && !isAllocatable(value) && !isPointer(value));
    }),
  );
}

function variable(em: Emitter, name: string, at: Position): Typed {
  return analyse(em.scope, { k: 'ref', at, parts: [{ name, at, lists: [] }] });
}

// Answers what puts the value back.
function keepAside(em: Emitter, name: string, at: Position): () => void {
  const value = variable(em, name, at);
  if (isPointer(value)) {
    const cell = value.rank > 0 ? descriptorCell(em, value) : pointerCell(em, value);
    const kept = em.temporary(`__typeof__(${cell})`, cell);
    return () => em.line(`${cell} = ${kept};`);
  }
  const inner = value.type.base === 'derived' ? value.type.derived : undefined;
  if (isAllocatable(value) || isPolymorphic(value.type) || (inner && !inner.opaque && needsCopy(inner)))
    throw new FortranError(
      at,
      `"${name}" can not be private to this region: it is allocatable, polymorphic or has allocatable parts.`,
    );
  const kept = copyOfValue(em, value);
  return () => assign(em, value, kept);
}

function copyOfValue(em: Emitter, value: Typed): Typed {
  if (value.rank > 0) return copied(em, value);
  if (value.type.base !== 'character') return hoist(em, value);
  const v = chars(em, value);
  em.arena = true;
  const n = em.temporary('int32_t', v.n);
  const c = em.temporary('char *', `memcpy(f_alloc(${n}), ${v.p}, ${n})`);
  return { k: 'raw', at: value.at, type: value.type, rank: 0, c, n, lvalue: false };
}

function beginSum(em: Emitter, name: string, operator: string, at: Position): () => void {
  const value = variable(em, name, at);
  if (value.type.derived || isAllocatable(value) || isPointer(value)) return () => {};
  const kept = copyOfValue(em, value);
  emitAssignment(
    em,
    makeAssignment(
      em.scope,
      value,
      analyse(em.scope, { k: 'int', at, text: operator === '*' ? '1' : '0' }),
      at,
    ),
  );
  return () =>
    emitAssignment(em, makeAssignment(em.scope, value, makeBinary(em.scope, operator, kept, value, at), at));
}
