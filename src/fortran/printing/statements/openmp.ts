// OpenMP regions with one thread: private variables are saved before the region and restored after it.

import { valueNode } from '../../program/c/c-arrays.ts';
import { isPointer } from '../../program/symbols/designator.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import type { TypedOf, TypedSum } from '../../program/walking/typed-statements.ts';
import { hoist } from '../arrays/array.ts';
import { assign, copied } from '../assign/assign.ts';
import { descriptorCell, pointerCell } from '../designators/designator.ts';
import { newBlock } from '../writer/c-tree.ts';
import type { Emitter } from '../writer/emitter.ts';
import { chars } from '../writer/expressions.ts';
import { emitAssignment } from './assignment.ts';

/** Prints a region. */
export function emitOpenMp(em: Emitter, { own, body }: TypedOf<'openmp'>): void {
  if (!own) {
    em.statements(body);
    return;
  }
  const restore: (() => void)[] = [];
  const block = newBlock();
  em.into(block, () => {
    for (const value of own.kept) restore.push(keepAside(em, value));
    for (const sum of own.sums) restore.push(beginSum(em, sum));
  });
  const mark = em.printer.fresh('M');
  const held = block.arena.used;
  const rest = newBlock(held ? block.arena : em.arena);
  em.into(rest, () => {
    em.statements(body);
    for (const put of restore) put();
  });
  block.nodes.push(rest);
  em.add({ ...block, braces: 'always', mark: held ? mark : undefined });
}

// Saves a value; returns a function that prints the C code to restore it.
function keepAside(em: Emitter, value: Typed): () => void {
  if (isPointer(value)) {
    const cell = value.rank > 0 ? descriptorCell(em, value) : pointerCell(em, value);
    const kept = em.temporary(`__typeof__(${cell})`, cell);
    return () => em.line(`${cell} = ${kept};`);
  }
  const kept = copyOfValue(em, value);
  return () => assign(em, value, kept);
}

function copyOfValue(em: Emitter, value: Typed): Typed {
  if (value.rank > 0) return copied(em, value);
  if (value.type.base !== 'character') return hoist(em, value);
  const v = chars(em, value);
  const n = em.temporary('int32_t', v.n);
  const c = em.inArena('char *', `memcpy(f_alloc(${n}), ${v.p}, ${n})`);
  return valueNode(value, c, n);
}

function beginSum(em: Emitter, { start, end }: TypedSum): () => void {
  const kept = copyOfValue(em, start.target);
  emitAssignment(em, start);
  return () => emitAssignment(em, { ...end, value: { ...end.value, left: kept } });
}
