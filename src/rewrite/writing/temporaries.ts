// Assigns locals to values that are read again after they have left the operand stack. A linear scan over live ranges
// lets a few locals serve many values.

import type { PlanMemory } from '../planning/plan-memory.ts';
import { F32, F64, V128 } from '../reading/module-info.ts';

/**
 * Numbers of scratch locals, by purpose. Each use has its own number, because sequences nest; numbers below `operands`
 * are for sequences that contain no other sequence.
 */
export const SCRATCH = {
  /** Operands of a vector's slow path while it splits them. */
  operands: 0x100,
  /** Values on the stack where control leaves a loop version. */
  waiting: 0x200,
  sum: 0x300,
  /** Value that a store is about to write to memory. */
  stored: 0x301,
  /** An integer that may be the bits of a box. */
  bits: 0x302,
  partAddress: 0x303,
  /** Operands of a comparison of possible bits. */
  ordered: 0x304,
  choice: 0x310,
  /** Bytes that a store overwrites, by the store's position in the loop. */
  saved: 0x400,
  /** Address of a store, by the store's position in the loop. */
  addresses: 0x800,
  /** Values of locals at the start of an iteration, by the local's index. */
  starts: 0x1000,
} as const;

/** Additional locals of a function. */
export class ExtraLocals {
  readonly types: number[] = [];
  private readonly firstIndex: number;
  private readonly scratch = new Map<number, number>();

  constructor(firstIndex: number) {
    this.firstIndex = firstIndex;
  }

  add(type: number): number {
    this.types.push(type);
    return this.firstIndex + this.types.length - 1;
  }

  /** Returns the `nth` local of a type, for use within one inserted sequence. */
  scratchOf(type: number, nth = 0): number {
    const key = type * 0x10000 + nth;
    let index = this.scratch.get(key);
    if (index === undefined) {
      index = this.add(type);
      this.scratch.set(key, index);
    }
    return index;
  }
}

/** Local for each node that needs one; -1 for the others. */
export function allocateTemporaries(memory: PlanMemory, locals: ExtraLocals): Int32Array {
  const { graph } = memory;
  const slots = memory.take('slots', graph.count, -1);
  const freeAfter = new Map<number, { local: number; end: number }[]>([
    [F32, []],
    [F64, []],
    [V128, []],
  ]);
  for (let node = 0; node < graph.count; node++) {
    const end = graph.temporaryEnd(node);
    if (end < 0) continue;
    const type = graph.type(node);
    const made = graph.instruction(node);
    const pool = freeAfter.get(type)!;
    let slot = pool.find((candidate) => candidate.end < made);
    if (!slot) {
      slot = { local: locals.add(type), end };
      pool.push(slot);
    }
    slot.end = Math.max(end, made);
    slots[node] = slot.local;
  }
  return slots;
}
