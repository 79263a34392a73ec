// Lists the instructions that push or set each local of a function, and finds the blocks around instructions.

import * as op from '../encoding/opcode-names.ts';
import type { InstructionList } from '../reading/instruction-list.ts';

/** Number of places before instruction `at`; the places are in order. */
function countBefore(places: readonly number[], at: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class LocalUses {
  /** For each local, the instructions that push it, in order. */
  private readonly gets = new Map<number, number[]>();
  /** For each local, the instructions that set it, in order. */
  readonly sets = new Map<number, number[]>();
  /** For each instruction, the start of the innermost block around it; -1 for the function itself. */
  private readonly blocks: Int32Array;
  private readonly list: InstructionList;

  constructor(list: InstructionList) {
    this.list = list;
    this.blocks = new Int32Array(list.count);
    let block = -1;
    const add = (places: Map<number, number[]>, local: number, at: number) => {
      const known = places.get(local);
      if (known) known.push(at);
      else places.set(local, [at]);
    };
    for (let at = 0; at < list.count; at++) {
      const opcode = list.opcodes[at];
      const partner = list.partners[at]!;
      if ((opcode === op.END || opcode === op.DELEGATE) && partner >= 0) block = this.blocks[partner]!;
      this.blocks[at] = block;
      if (partner > at) block = at;
      if (opcode === op.LOCAL_GET || opcode === op.LOCAL_TEE) add(this.gets, list.immediates[at]!, at);
      if (opcode === op.LOCAL_SET || opcode === op.LOCAL_TEE) add(this.sets, list.immediates[at]!, at);
    }
  }

  getsOf(local: number): readonly number[] {
    return this.gets.get(local) ?? [];
  }

  setsOf(local: number): readonly number[] {
    return this.sets.get(local) ?? [];
  }

  /** The last assignment of a local before instruction `at` that `test` accepts. */
  maybeSetBefore(at: number, local: number, test?: (set: number) => boolean): number | undefined {
    const sets = this.setsOf(local);
    let last = countBefore(sets, at) - 1;
    while (last >= 0 && test?.(sets[last]!) === false) last--;
    return sets[last];
  }

  /** Assignments of a local between two instructions. */
  setsBetween(start: number, end: number, local: number): number[] {
    const sets = this.setsOf(local);
    return sets.slice(countBefore(sets, start + 1), countBefore(sets, end));
  }

  /** Instructions that push a local between two instructions. */
  getsBetween(start: number, end: number, local: number): number[] {
    const gets = this.getsOf(local);
    return gets.slice(countBefore(gets, start + 1), countBefore(gets, end));
  }

  /**
   * Instructions that push a local's content between the assignment at `at` and the next assignment. An unconditional
   * jump after the assignment skips the instructions in between, except in the next iteration of a loop.
   */
  behind(at: number, local: number): number[] {
    const uses = this.list.opcodes[at] === op.LOCAL_TEE ? [at] : [];
    const landing = this.maybeLanding(at);
    const start = landing ?? at;
    if (landing !== undefined) uses.push(...this.inNextTurn(at, landing, local));
    return [...uses, ...this.getsBetween(start, this.nextSet(start, local), local)];
  }

  /** Instructions before `landing` that push a local's content in the next iteration of the loop around `landing`. */
  private inNextTurn(at: number, landing: number, local: number): number[] {
    const loop = this.maybeLoop(landing);
    if (loop === undefined) return [];
    const skipped = this.getsBetween(at, Math.min(landing, this.nextSet(at, local)), local);
    return [...this.getsBetween(loop, Math.min(at, this.nextSet(loop, local)), local), ...skipped];
  }

  /** The first assignment of a local after instruction `at`; the end of the function if there is none. */
  private nextSet(at: number, local: number): number {
    const sets = this.setsOf(local);
    return sets[countBefore(sets, at + 1)] ?? this.list.count;
  }

  /** End of the block that the function leaves by a jump immediately after instruction `at`. */
  private maybeLanding(at: number): number | undefined {
    const { opcodes, partners } = this.list;
    if (at < 0 || opcodes[at + 1] !== op.BR) return undefined;
    const target = this.maybeTarget(at + 1);
    return target === undefined || opcodes[target] === op.LOOP ? undefined : partners[target];
  }

  /** Start of the block or loop that the jump at `at` targets; undefined for the function itself. */
  maybeTarget(at: number): number | undefined {
    let block = this.blocks[at]!;
    for (let depth = this.list.immediates[at]!; depth > 0 && block >= 0; depth--) block = this.blocks[block]!;
    return block < 0 ? undefined : block;
  }

  /** Start of the innermost loop around instruction `at`. */
  maybeLoop(at: number): number | undefined {
    let block = this.blocks[at]!;
    while (block >= 0 && this.list.opcodes[block] !== op.LOOP) block = this.blocks[block]!;
    return block < 0 ? undefined : block;
  }
}
