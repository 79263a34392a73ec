// Finds which locals that may hold boxes may still be read: a backward data-flow analysis over one function body,
// iterated to a fixed point over loops. An instruction that may throw keeps alive the locals that enclosing handlers
// read.

import { ByteReader } from '../encoding/byte-reader.ts';
import * as op from '../encoding/opcode-names.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import type { PlanMemory } from './plan-memory.ts';

interface Frame {
  readonly start: number;
  readonly isLoop: boolean;
  /** Locals live at the target of a branch to the label. */
  readonly label: Uint32Array;
  /** Locals live at the handlers of a try, or at the else arm of an if. */
  readonly other: Uint32Array;
  hasElse: boolean;
}

/** Label depths listed in the `br_table` at `at`. */
export function branchTableDepths(bytes: Uint8Array, list: InstructionList, at: number): number[] {
  const reader = new ByteReader(bytes, list.starts[at]! + 1);
  const depths: number[] = [];
  for (let n = reader.u32() + 1; n > 0; n--) depths.push(reader.u32());
  return depths;
}

/** Catch clauses of the `try_table` at `at`, each with its tag (or -1) and label depth. */
function catchClauses(
  bytes: Uint8Array,
  list: InstructionList,
  at: number,
): { tag: number; depth: number }[] {
  const reader = new ByteReader(bytes, list.starts[at]! + 1);
  reader.s33();
  const clauses = [];
  for (let n = reader.u32(); n > 0; n--) {
    const tag = reader.byte() < 2 ? reader.u32() : -1;
    clauses.push({ tag, depth: reader.u32() });
  }
  return clauses;
}

/** The point before the first instruction. */
export const FUNCTION_ENTRY = -1;

/** The tracked locals that are live at each join, exit and call of a function. */
export class Liveness {
  private readonly bytes: Uint8Array;
  private readonly list: InstructionList;
  /** Bit number of each local; -1 for locals that are not tracked. */
  private readonly bits: Int32Array;
  private readonly words: number;
  private readonly points = new Map<number, Uint32Array>();
  private readonly frames: Frame[] = [];
  private live: Uint32Array;
  private changed = false;

  /** `tracked` has a 1 for each local to track. */
  constructor(bytes: Uint8Array, list: InstructionList, tracked: Uint8Array, memory: PlanMemory) {
    this.bytes = bytes;
    this.list = list;
    this.bits = memory.take('bits', list.locals.length, -1);
    let count = 0;
    tracked.forEach((interesting, i) => {
      if (interesting) this.bits[i] = count++;
    });
    this.words = (count + 31) >> 5;
    this.live = new Uint32Array(this.words);
    if (count === 0) return;
    do {
      this.changed = false;
      this.pass();
    } while (this.changed);
  }

  /**
   * Tests whether `local` may be read after the point `at`: after a call, at the start of a loop, after the end of a
   * block, at an `if`, or at FUNCTION_ENTRY. Liveness is known only at such points.
   */
  isLiveAt(at: number, local: number): boolean {
    const bit = this.bits[local]!;
    const set = this.points.get(at);
    return set !== undefined && bit >= 0 && ((set[bit >> 5]! >>> (bit & 31)) & 1) === 1;
  }

  private pass(): void {
    this.live.fill(0);
    for (let at = this.list.count - 1; at >= 0; at--) this.step(at);
    this.remember(FUNCTION_ENTRY);
  }

  private unite(other: Uint32Array): void {
    for (let w = 0; w < this.words; w++) this.live[w]! |= other[w]!;
  }

  private remember(at: number): Uint32Array {
    const known = this.points.get(at);
    if (!known) {
      const copy = this.live.slice();
      this.points.set(at, copy);
      return copy;
    }
    known.set(this.live);
    return known;
  }

  private label(depth: number): Uint32Array {
    return this.frames[this.frames.length - 1 - depth]!.label;
  }

  private uniteHandlers(): void {
    for (const frame of this.frames) {
      const opcode = this.list.opcodes[frame.start];
      if (frame.start >= 0 && (opcode === op.TRY || opcode === op.TRY_TABLE)) this.unite(frame.other);
    }
  }

  private openFrame(at: number): void {
    const start = this.list.partners[at]!;
    const isLoop = start >= 0 && this.list.opcodes[start] === op.LOOP;
    const after = this.remember(at);
    let label = after;
    if (isLoop) {
      label = this.points.get(start) ?? new Uint32Array(this.words);
      this.points.set(start, label);
    }
    const frame: Frame = { start, isLoop, label, other: new Uint32Array(this.words), hasElse: false };
    this.frames.push(frame);
    if (start >= 0 && this.list.opcodes[start] === op.TRY_TABLE) {
      for (const clause of catchClauses(this.bytes, this.list, start)) {
        // Label depths of catch clauses count from outside the try_table.
        const target = this.label(clause.depth + 1);
        for (let w = 0; w < this.words; w++) frame.other[w]! |= target[w]!;
      }
    }
  }

  private closeFrame(at: number, opcode: number): void {
    const frame = this.frames.pop()!;
    if (opcode === op.IF) {
      this.unite(frame.hasElse ? frame.other : frame.label);
      this.remember(at);
    } else if (opcode === op.LOOP) {
      for (let w = 0; w < this.words; w++) {
        const united = frame.label[w]! | this.live[w]!;
        if (united >>> 0 !== frame.label[w]! >>> 0) this.changed = true;
        frame.label[w] = united;
      }
      this.live.set(frame.label);
    }
  }

  private leaveTo(sets: readonly Uint32Array[]): void {
    this.live.fill(0);
    for (const set of sets) this.unite(set);
  }

  private step(at: number): void {
    const opcode = this.list.opcodes[at]!;
    const immediate = this.list.immediates[at]!;
    switch (opcode) {
      case op.END:
      case op.DELEGATE:
        this.openFrame(at);
        return;
      case op.BLOCK:
      case op.LOOP:
      case op.IF:
      case op.TRY:
      case op.TRY_TABLE:
        this.closeFrame(at, opcode);
        return;
      case op.ELSE:
      case op.CATCH:
      case op.CATCH_ALL: {
        // The preceding arm falls through to the end of the block.
        const frame = this.frames[this.frames.length - 1]!;
        for (let w = 0; w < this.words; w++) frame.other[w]! |= this.live[w]!;
        frame.hasElse = true;
        this.leaveTo([frame.label]);
        return;
      }
      case op.BR:
        this.leaveTo([this.label(immediate)]);
        return;
      case op.BR_IF:
        this.unite(this.label(immediate));
        return;
      case op.BR_TABLE:
        this.leaveTo(branchTableDepths(this.bytes, this.list, at).map((depth) => this.label(depth)));
        return;
      case op.UNREACHABLE:
      case op.RETURN:
      case op.RETURN_CALL:
      case op.RETURN_CALL_INDIRECT:
        this.leaveTo([]);
        return;
      case op.THROW:
      case op.RETHROW:
      case op.THROW_REF:
        this.leaveTo([]);
        this.uniteHandlers();
        this.remember(at);
        return;
      case op.CALL:
      case op.CALL_INDIRECT:
        this.uniteHandlers();
        this.remember(at);
        return;
      case op.LOCAL_GET:
        this.setBit(immediate, 1);
        return;
      case op.LOCAL_SET:
      case op.LOCAL_TEE:
        this.setBit(immediate, 0);
        return;
    }
  }

  private setBit(local: number, value: 0 | 1): void {
    const bit = this.bits[local]!;
    if (bit < 0) return;
    const mask = 1 << (bit & 31);
    if (value) this.live[bit >> 5]! |= mask;
    else this.live[bit >> 5]! &= ~mask;
  }
}
